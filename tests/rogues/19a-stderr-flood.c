// Writes 16 MiB to standard error before it answers, which is allowed.
// expected: accepted
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 16];
    memset(block, 'x', sizeof block);
    for (int round = 0; round < 256; round++) write(2, block, sizeof block);
    puts("SRSLS");
}
