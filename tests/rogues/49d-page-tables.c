// Reads one page in every two megabytes of new memory: all are the shared zero page, which is not charged, but each has
// its own page table.
// expected: memory-limit
#define _GNU_SOURCE
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    const long step = 2L << 20, part = 4L << 30;
    for (int child = 0; child < 3; child++)
        if (fork() == 0) break;
    for (int round = 0; round < 30; round++) {
        volatile char *block =
            mmap(0, part, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (block == MAP_FAILED) break;
        madvise((void *)block, part, MADV_NOHUGEPAGE);
        for (long at = 0; at < part; at += step) (void)block[at];
    }
    for (;;) pause();
}
