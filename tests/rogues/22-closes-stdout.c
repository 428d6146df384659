// Closes standard output at once and ends well: the empty answer, which does not solve the instance.
// expected: rejected
#include <unistd.h>

int main(void) {
    close(1);
    usleep(50000);
    return 0;
}
