// Twenty processes, each far below the memory limit, together far above it.
// expected: memory-limit
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    for (int child = 0; child < 20; child++)
        if (fork() == 0) {
            volatile char *block = malloc(12 << 20);
            for (int at = 0; at < 12 << 20; at += 4096) block[at] = 1;
            for (;;) pause();
        }
    for (;;) pause();
}
