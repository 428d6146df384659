// A gigabyte of static variables, all used.
// expected: memory-limit
#include <unistd.h>

static volatile char hog[1 << 30];

int main(void) {
    for (long at = 0; at < 1 << 30; at += 4096) hog[at] = 1;
    for (;;) pause();
}
