// Infinite recursion: the stack counts as memory.
// expected: memory-limit
#include <string.h>
#include <unistd.h>

static int deeper(volatile char *above) {
    volatile char frame[4096];
    memset((char *)frame, above[0] + 1, sizeof frame);
    return deeper(frame) + frame[17];
}

int main(void) {
    volatile char first[1] = {0};
    return deeper(first);
}
