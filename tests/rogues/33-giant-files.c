// Creates a sparse file of a terabyte and a million files; succeeds if both are refused.
// expected: accepted
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int file = open("/tmp/rogue-giant", O_CREAT | O_RDWR, 0600);
    if (ftruncate(file, 1L << 40) == 0) return fputs("a terabyte\n", stderr), 1;
    if (pwrite(file, "x", 1, 1L << 40) == 1) return fputs("a byte beyond a terabyte\n", stderr), 1;
    for (int number = 0; number < 1000000; number++) {
        char name[99];
        sprintf(name, "/tmp/rogue-%d", number);
        if ((file = open(name, O_CREAT | O_WRONLY, 0600)) < 0) {
            puts("SRSLS");
            return 0;
        }
        close(file);
    }
    fputs("a million files\n", stderr);
    return 1;
}
