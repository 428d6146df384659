// Uses many page tables with little address space: one page per GiB, which is only read.
// expected: memory-limit
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    volatile char sum = 0;
    for (long area = 0; area < 40000; area++) {
        char *place = (char *)(0x100000000L + area * (1L << 30));
        char *memory = mmap(place, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (memory == place) sum += *memory;
    }
    usleep(800000);
    puts("SRSLS");
}
