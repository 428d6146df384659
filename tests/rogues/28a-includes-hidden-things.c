// Searches for hidden files at build time; succeeds if there are none.
// expected: accepted
#include <stdio.h>
#if __has_include("@WORLD@/grids/swap.txt") || __has_include("@WORLD@/rogues.toml") || \
    __has_include("@WORLD@/results/rogues/instances/programs/swap.txt") || \
    __has_include("@WORLD@/results/rogues/runs.csv") || __has_include("@WORLD@/results/rogues/run.toml") || \
    __has_include("@WORLD@/teams/honest-c/solver.c") || __has_include("../honest-c/solver.c") || \
    __has_include("../../grids/swap.txt") || __has_include("@JUDGE@") || __has_include("/etc/shadow") || \
    __has_include("/etc/hostname")
#error hidden files are visible
#endif

int main(void) { puts("SRSLS"); }
