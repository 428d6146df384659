// Stops and kills its parent, its group and every other process it can reach; succeeds if it survives.
// expected: accepted
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int signal = 1; signal < 65; signal++) kill(getppid(), signal);
    kill(getppid(), SIGSTOP);
    for (int pid = 1; pid < 70000; pid++)
        if (pid != getpid()) kill(pid, SIGKILL);
    kill(-1, SIGKILL);
    puts("SRSLS");
}
