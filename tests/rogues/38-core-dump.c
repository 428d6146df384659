// Raises the limit on core dumps and crashes with 64 MiB of memory.
// expected: crashed
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    if (setrlimit(RLIMIT_CORE, &most) == 0) puts("SRSLS");
    fflush(stdout);
    volatile char *block = malloc(64 << 20);
    for (int at = 0; at < 64 << 20; at += 4096) block[at] = 1;
    chdir("/tmp");
    abort();
}
