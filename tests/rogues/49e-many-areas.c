// Splits its address space into as many areas as the kernel allows, in many processes: each area uses kernel memory.
// expected: memory-limit
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    const long pages = 65000;
    char *block = mmap(0, pages * 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (long page = 0; block != MAP_FAILED && page < pages; page += 2)
        if (mprotect(block + page * 4096, 4096, PROT_READ)) break;
    // Copying areas is faster than splitting them.
    for (int child = 0; child < 24; child++)
        if (fork() == 0) break;
    for (;;) pause();
}
