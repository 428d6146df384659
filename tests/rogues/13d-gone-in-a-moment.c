// Exceeds the memory limit slightly and exits at once with the right answer, before the first sample.
// expected: memory-limit
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int size = 132 << 20;
    volatile char *block = malloc(size);
    for (int at = 0; at < size; at += 4096) block[at] = 1;
    puts("SRSLS");
}
