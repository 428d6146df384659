// Exits with the right answer; a child appends a wrong one later.
// expected: accepted
#include <stdio.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        usleep(100000);
        write(1, "\nRRRR\n", 6);
        _exit(0);
    }
    puts("SRSLS");
}
