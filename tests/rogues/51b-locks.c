// Locks files that every team can read, and queries locks of others, which would carry information between concurrent
// programs; succeeds if that is refused.
// expected: accepted
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <unistd.h>

int main(void) {
    const char *names[] = {"/usr/bin/env", "/etc/ld.so.cache", "/dev/null", "solver"};
    for (int at = 0; at < 4; at++) {
        int file = open(names[at], O_RDONLY);
        if (file < 0) continue;
        struct flock lock = {.l_type = F_RDLCK}, other = {.l_type = F_WRLCK};
        if (flock(file, LOCK_EX | LOCK_NB) == 0) return fprintf(stderr, "flock on %s\n", names[at]), 1;
        if (fcntl(file, F_SETLK, &lock) == 0) return fprintf(stderr, "a lock on %s\n", names[at]), 1;
        if (fcntl(file, F_GETLK, &other) == 0) return fprintf(stderr, "asks about %s\n", names[at]), 1;
        if (fcntl(file, F_OFD_SETLK, &lock) == 0) return fprintf(stderr, "own lock on %s\n", names[at]), 1;
        if (fcntl(file, F_SETLEASE, F_RDLCK) == 0) return fprintf(stderr, "a lease on %s\n", names[at]), 1;
    }
    puts("SRSLS");
}
