// Blocks every signal that can be blocked and waits for one.
// expected: time-limit
#include <signal.h>
#include <unistd.h>

int main(void) {
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, 0);
    for (;;) pause();
}
