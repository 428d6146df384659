// Allocates shared memory: without a file, which is refused since it could outlive every mapping, then with a temporary
// file that a parent and its child share.
// expected: memory-limit
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    size_t size = 1 << 30;
    if (mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
        return fputs("shared memory of nobody\n", stderr), 1;
    int file = open("/dev/shm/block", O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, 120 << 20)) return 2;
    char *block = mmap(0, 120 << 20, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (block == MAP_FAILED) return 3;
    fork();
    for (size_t at = 0; at < 120 << 20; at += 4096) block[at] = 1;
    char more[16 << 20];
    for (size_t at = 0; at < sizeof more; at += 4096) ((volatile char *)more)[at] = 1;
    for (;;) pause();
}
