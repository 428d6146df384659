// Changes the times and the mode of the host's device nodes; succeeds if that is refused although they are writable.
// expected: accepted
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    const char *names[] = {"/dev/null", "/dev/full", "/dev/random", "/dev/urandom"};
    for (int at = 0; at < 4; at++) {
        if (utimensat(AT_FDCWD, names[at], 0, 0) == 0) return fprintf(stderr, "times of %s\n", names[at]), 1;
        if (chmod(names[at], 0600) == 0) return fprintf(stderr, "mode of %s\n", names[at]), 1;
    }
    int null = open("/dev/null", O_WRONLY);
    if (null < 0 || write(null, "x", 1) != 1 || futimens(null, 0) == 0) return 2;
    puts("SRSLS");
}
