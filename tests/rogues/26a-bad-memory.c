// Prints the right answer, then reads an invalid address.
// expected: crashed
#include <stdio.h>

int main(void) {
    puts("SRSLS");
    fflush(stdout);
    return *(volatile int *)8;
}
