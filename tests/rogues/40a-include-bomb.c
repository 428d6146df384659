// Includes an endless file.
// expected: build-failed
#include "/dev/zero"

int main(void) { return 0; }
