// Restarts the machine, reads its log, sets its clock; succeeds if all are refused.
// expected: accepted
#define _GNU_SOURCE
#include <stdio.h>
#include <sys/klog.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#define MUST_FAIL(call) \
    if ((call) >= 0) return fputs(#call " worked\n", stderr), 1

int main(void) {
    char room[4096];
    // With the last argument, this would only switch a key combination.
    MUST_FAIL(syscall(SYS_reboot, 0xfee1dead, 672274793, 0, 0));
    MUST_FAIL(klogctl(3, room, sizeof room));
    MUST_FAIL(klogctl(10, 0, 0));
    MUST_FAIL(settimeofday(&(struct timeval){0}, 0));
    MUST_FAIL(clock_settime(CLOCK_REALTIME, &(struct timespec){0}));
    MUST_FAIL(swapon("/tmp", 0));
    MUST_FAIL(acct("/tmp/rogue"));
    MUST_FAIL(syscall(SYS_vhangup));
    MUST_FAIL(nice(-5));
    puts("SRSLS");
}
