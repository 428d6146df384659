// Computes forever.
// expected: time-limit
int main(void) {
    for (volatile long i = 0;; i++) {
    }
}
