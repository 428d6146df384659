// Six processes change huge sparse memory maps all the time, so that reading the maps blocks. Prints the right answer and
// tries to make the judge fail.
// expected: time-limit or memory-limit
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    puts("SRSLS");
    fflush(stdout);
    for (int child = 0; child < 5; child++)
        if (fork() == 0) break;
    const long size = 64L << 30, step = 1L << 21;
    char *block = mmap(0, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) return 1;
    madvise(block, size, MADV_NOHUGEPAGE);
    for (long at = 0; at < size && at < 2000 * step; at += step) block[at] = 1;
    for (;;) {
        mprotect(block, size, PROT_READ);
        mprotect(block, size, PROT_READ | PROT_WRITE);
    }
}
