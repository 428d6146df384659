// A source file without end.
// expected: build-failed
#include "/dev/zero"

int main(void) { return 0; }
