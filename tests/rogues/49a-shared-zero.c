// Maps /dev/zero shared and drops the pages: memory that belongs to no process. Succeeds if the device is missing.
// expected: accepted
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int main(void) {
    int zero = open("/dev/zero", O_RDWR);
    if (zero >= 0) {
        for (int round = 0; round < 64; round++) {
            char *block = mmap(0, 16 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
            if (block == MAP_FAILED) break;
            memset(block, 1, 16 << 20);
            madvise(block, 16 << 20, MADV_DONTNEED);
        }
        return fputs("there is /dev/zero\n", stderr), 1;
    }
    puts("SRSLS");
}
