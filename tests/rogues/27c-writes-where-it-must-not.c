// Writes to every visible path; succeeds if only temporary folders are writable.
// expected: accepted
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *folders[] = {"/",     "/submission", "/usr",     "/usr/bin", "/etc", "/dev", "/proc", "/sys",
                                "/lib",  "/bin",        "@WORLD@",  "/root",    "/home", "/var", "/usr/local/bin",
                                "@WORLD@/teams/honest-c", "@WORLD@/results/rogues", "/usr/lib"};
static const char *files[] = {"/etc/passwd", "/etc/ld.so.cache", "/usr/bin/env", "/bin/sh", "/proc/sysrq-trigger",
                              "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/1/oom_score_adj",
                              "/proc/1/mem", "/proc/self/uid_map", "/proc/self/gid_map"};

int main(void) {
    char path[1000];
    for (unsigned which = 0; which < sizeof folders / sizeof *folders; which++) {
        snprintf(path, sizeof path, "%s/rogue-was-here", folders[which]);
        if (open(path, O_CREAT | O_WRONLY, 0666) >= 0) return fprintf(stderr, "%s was made\n", path), 1;
        if (mkdir(path, 0777) == 0) return fprintf(stderr, "%s was made\n", path), 1;
        if (symlink("/", path) == 0) return fprintf(stderr, "%s was made\n", path), 1;
    }
    for (unsigned which = 0; which < sizeof files / sizeof *files; which++) {
        int file = open(files[which], O_WRONLY);
        if (file >= 0 && write(file, "1", 1) == 1) return fprintf(stderr, "%s was written\n", files[which]), 1;
        if (unlink(files[which]) == 0) return fprintf(stderr, "%s was removed\n", files[which]), 1;
        if (chmod(files[which], 0777) == 0) return fprintf(stderr, "%s was changed\n", files[which]), 1;
    }
    puts("SRSLS");
}
