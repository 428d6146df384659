// Replaces its own program to change the next run; succeeds if that is refused.
// expected: accepted
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    const char *own[] = {"/proc/self/exe", "/submission/solver", "./solver", "/submission/solver.c"};
    for (int which = 0; which < 4; which++) {
        int file = open(own[which], O_WRONLY);
        if (file >= 0 && write(file, "#!/bin/sh\n", 10) > 0) return fprintf(stderr, "%s written\n", own[which]), 1;
        if (truncate(own[which], 0) == 0) return fprintf(stderr, "%s cut\n", own[which]), 1;
        if (chmod(own[which], 04777) == 0) return fprintf(stderr, "%s changed\n", own[which]), 1;
        if (which && unlink(own[which]) == 0) return fprintf(stderr, "%s removed\n", own[which]), 1;
        if (which && rename("/dev/null", own[which]) == 0) return fprintf(stderr, "%s replaced\n", own[which]), 1;
    }
    puts("SRSLS");
}
