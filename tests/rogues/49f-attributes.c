// Sets extended attributes on standard input, which is a memfd, and on its own files; succeeds if that is refused.
// expected: accepted
#include <fcntl.h>
#include <stdio.h>
#include <sys/xattr.h>

int main(void) {
    static char value[4096];
    if (fsetxattr(0, "user.rogue", value, sizeof value, 0) == 0) return fputs("on standard input\n", stderr), 1;
    int file = open("/tmp/file", O_RDWR | O_CREAT, 0600);
    if (file < 0 || fsetxattr(file, "user.rogue", value, sizeof value, 0) == 0) return fputs("on a file\n", stderr), 1;
    puts("SRSLS");
}
