// Prints the right answer, then reads what is not there.
// expected: crashed
#include <stdio.h>

int main(void) {
    puts("SRSLS");
    fflush(stdout);
    return *(volatile int *)8;
}
