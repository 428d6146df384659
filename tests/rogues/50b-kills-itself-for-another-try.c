// Ends as if it had been killed from outside, to be run once more.
// expected: crashed
#include <signal.h>
#include <unistd.h>

int main(void) {
    kill(getpid(), SIGKILL);
    for (;;) pause();
}
