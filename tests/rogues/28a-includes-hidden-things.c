// Looks at build time for what it must not see; goes on when nothing was there.
// expected: accepted
#include <stdio.h>
#if __has_include("@WORLD@/grids/swap.txt") || __has_include("@WORLD@/rogues.toml") || \
    __has_include("@WORLD@/results/rogues/instances/programs/swap.txt") || \
    __has_include("@WORLD@/results/rogues/runs.csv") || __has_include("@WORLD@/results/rogues/run.toml") || \
    __has_include("@WORLD@/teams/honest-c/solver.c") || __has_include("../honest-c/solver.c") || \
    __has_include("../../grids/swap.txt") || __has_include("@JUDGE@") || __has_include("/etc/shadow") || \
    __has_include("/etc/hostname")
#error hidden things are in sight
#endif

int main(void) { puts("SRSLS"); }
