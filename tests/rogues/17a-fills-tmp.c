// Fills /tmp, which is in memory.
// expected: memory-limit
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    memset(block, 1, sizeof block);
    for (int file = 0; file < 1000; file++) {
        char name[99];
        sprintf(name, "/tmp/rogue-hog-%d", file);
        int to = open(name, O_CREAT | O_WRONLY, 0600);
        write(to, block, sizeof block);
        close(to);
    }
    for (;;) pause();
}
