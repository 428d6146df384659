// Allocates memory that is charged to no process: System V segments, memfd, secret memory; succeeds if all are refused.
// expected: accepted
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    if (shmget(4711, 64 << 20, IPC_CREAT | 0666) >= 0) return fputs("shmget\n", stderr), 1;
    if (msgget(4711, IPC_CREAT | 0666) >= 0) return fputs("msgget\n", stderr), 1;
    if (semget(4711, 1, IPC_CREAT | 0666) >= 0) return fputs("semget\n", stderr), 1;
    if (memfd_create("hog", 0) >= 0) return fputs("memfd_create\n", stderr), 1;
    if (syscall(SYS_memfd_secret, 0) >= 0) return fputs("memfd_secret\n", stderr), 1;
    puts("SRSLS");
}
