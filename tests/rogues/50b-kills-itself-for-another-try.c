// Exits as if it had been killed from outside, to get another run.
// expected: crashed
#include <signal.h>
#include <unistd.h>

int main(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}
