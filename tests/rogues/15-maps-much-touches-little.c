// Reserves 64 GiB of address space, as some run-time systems do, and touches little: allowed.
// expected: accepted
#include <stdio.h>
#include <sys/mman.h>

int main(void) {
    char *block = mmap(0, 64L << 30, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (block == MAP_FAILED) return 1;
    for (int at = 0; at < 64; at++) block[(long)at << 30] = 1;
    puts("SRSLS");
}
