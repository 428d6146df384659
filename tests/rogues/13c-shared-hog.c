// Takes memory that belongs to no process alone: shared between a parent and its child.
// expected: memory-limit
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    size_t size = 1 << 30;
    char *block = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    fork();
    for (size_t at = 0; at < size; at += 4096) block[at] = 1;
    for (;;) pause();
}
