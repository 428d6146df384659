// Prints the right answer, then raises SIGFPE.
// expected: crashed
#include <signal.h>
#include <stdio.h>

int main(void) {
    puts("SRSLS");
    fflush(stdout);
    return raise(SIGFPE);
}
