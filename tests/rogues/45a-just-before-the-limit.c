// Uses most of its time and answers shortly before the limit.
// expected: accepted
#include <stdio.h>
#include <time.h>

int main(void) {
    struct timespec used;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec == 0 && used.tv_nsec < 900000000);
    puts("SRSLS");
}
