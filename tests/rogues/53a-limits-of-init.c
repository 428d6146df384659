// Changes the limits of the init process with pointers whose low half is zero; succeeds if that is refused.
// expected: accepted
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    void *place = (void *)0x100000000L;
    struct rlimit64 *limit = mmap(place, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    if (limit != place) return fputs("no memory there\n", stderr), 1;
    limit->rlim_cur = limit->rlim_max = 3;
    if (syscall(SYS_prlimit64, 1, RLIMIT_NOFILE, limit, 0) == 0) return fputs("open files\n", stderr), 1;
    limit->rlim_cur = limit->rlim_max = 0;
    if (syscall(SYS_prlimit64, 1, RLIMIT_CPU, limit, 0) == 0) return fputs("CPU time\n", stderr), 1;
    if (syscall(SYS_prlimit64, 1, RLIMIT_CPU, 0, limit) == 0) return fputs("reading\n", stderr), 1;
    if (syscall(SYS_prlimit64, 0, RLIMIT_CPU, 0, limit) != 0) return fputs("its own\n", stderr), 1;
    puts("SRSLS");
}
