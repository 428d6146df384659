// Prints the right answer in time, but does not exit in time.
// expected: time-limit
#include <stdio.h>

int main(void) {
    puts("SRSLS\n");
    fflush(stdout);
    for (volatile long i = 0;; i++) {
    }
}
