// Several processes whose first thread has exited and another allocates memory. A temporary file makes the judge count
// exactly.
// expected: memory-limit
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void *eat(void *nothing) {
    long size = 50L << 20;
    char *memory = malloc(size);
    for (long at = 0; at < size; at += 4096) memory[at] = 1;
    usleep(1500000);
    _exit(0);
    return nothing;
}

int main(void) {
    FILE *file = fopen("/tmp/x", "w");
    fputs("x", file);
    fclose(file);
    for (int process = 0; process < 6; process++)
        if (fork() == 0) {
            pthread_t thread;
            pthread_create(&thread, 0, eat, 0);
            syscall(SYS_exit, 0);
        }
    while (wait(0) > 0) {
    }
    puts("SRSLS");
}
