// Stops itself and its children, so that neither runs nor ends.
// expected: time-limit
#include <signal.h>
#include <unistd.h>

int main(void) {
    fork();
    for (;;) raise(SIGSTOP);
}
