// Stops itself and its children, so that they neither run nor end.
// expected: time-limit
#include <signal.h>
#include <unistd.h>

int main(void) {
    fork();
    for (;;) raise(SIGSTOP);
}
