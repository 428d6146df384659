// Exits, but a child in another session keeps standard output open.
// expected: accepted
#include <stdio.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        for (;;) pause();
    }
    puts("SRSLS");
}
