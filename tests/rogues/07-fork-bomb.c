// Forks endlessly.
// expected: time-limit
#include <unistd.h>

int main(void) {
    for (;;) fork();
}
