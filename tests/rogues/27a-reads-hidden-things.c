// Reads hidden files by known paths and through the links in /proc; succeeds if none is readable.
// expected: accepted
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *prefixes[] = {"",
                                 "/proc/1/root",
                                 "/proc/self/root",
                                 "/proc/1/cwd",
                                 "/proc/1/cwd/../../../../../../../..",
                                 "/proc/self/cwd/../../../../../../../..",
                                 "/proc/thread-self/root/..",
                                 "/../../../../../../../.."};

static const char *hidden[] = {"@WORLD@",
                               "@WORLD@/grids",
                               "@WORLD@/grids/swap.txt",
                               "@WORLD@/rogues.toml",
                               "@WORLD@/teams",
                               "@WORLD@/teams/honest-c/solver.c",
                               "@WORLD@/results/rogues",
                               "@WORLD@/results/rogues/runs.csv",
                               "@WORLD@/results/rogues/run.toml",
                               "@WORLD@/results/rogues/instances",
                               "@WORLD@/results/rogues/instances/programs/swap.txt",
                               "@WORLD@/results/rogues/builds/honest-c/solver",
                               "@WORLD@/results/rogues/answers",
                               "@JUDGE@",
                               "/etc/shadow",
                               "/etc/hostname",
                               "/etc/ssh",
                               "/root",
                               "/home",
                               "/var",
                               "/run",
                               "/sys/kernel",
                               "/sys/root",
                               "/mnt",
                               "/opt",
                               "/boot",
                               "/proc/1/exe",
                               "/proc/1/maps",
                               "/proc/1/environ",
                               "/proc/1/fd/0",
                               "/proc/1/fd/3",
                               "/proc/1/mem",
                               "/proc/kcore",
                               "/proc/kmsg",
                               "/dev/mem",
                               "/dev/kmsg",
                               "/dev/sda",
                               "/dev/vda"};

int main(void) {
    for (unsigned prefix = 0; prefix < sizeof prefixes / sizeof *prefixes; prefix++)
        for (unsigned which = 0; which < sizeof hidden / sizeof *hidden; which++) {
            char path[1000], byte;
            snprintf(path, sizeof path, "%s%s", prefixes[prefix], hidden[which]);
            int file = open(path, O_RDONLY | O_NONBLOCK);
            if (file < 0) continue;
            // Some files of the kernel can be opened but not read.
            DIR *folder = fdopendir(dup(file));
            if (folder || read(file, &byte, 1) == 1) return fprintf(stderr, "%s is readable\n", path), 1;
            close(file);
        }
    // The judge must not leak open files.
    for (int file = 3; file < 1024; file++)
        if (fcntl(file, F_GETFD) >= 0) return fprintf(stderr, "file %d is open\n", file), 1;
    puts("SRSLS");
}
