// Prints the right answer, then divides by zero in a way that every processor minds.
// expected: crashed
#include <signal.h>
#include <stdio.h>

int main(void) {
    puts("SRSLS");
    fflush(stdout);
    return raise(SIGFPE);
}
