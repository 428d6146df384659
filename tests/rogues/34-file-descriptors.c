// Opens files and pipes until the limit, and fills the pipes; succeeds if the limit is low.
// expected: accepted
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 16];
    int ends[2], count = 0;
    while (pipe2(ends, O_NONBLOCK) == 0) {
        write(ends[1], block, sizeof block);
        count += 2;
    }
    while (open("/dev/null", O_RDONLY) >= 0) count++;
    if (count > 5000) return fprintf(stderr, "%d files\n", count), 1;
    puts("SRSLS");
}
