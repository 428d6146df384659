// Closes standard output and exits with code 0: the empty answer, which does not solve the instance.
// expected: rejected
#include <unistd.h>

int main(void) {
    close(1);
    usleep(50000);
    return 0;
}
