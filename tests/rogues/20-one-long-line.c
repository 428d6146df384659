// One line of two gigabytes.
// expected: output-limit
#include <string.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    memset(block, 'R', sizeof block);
    for (int round = 0; round < 2048; round++) write(1, block, sizeof block);
    write(1, "\n", 1);
}
