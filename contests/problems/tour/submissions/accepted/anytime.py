# Writes two answers, separated by an empty line. The last one counts.
import sys

numbers = [int(word) for word in sys.stdin.read().split()]
n, xs = numbers[0], numbers[1::2]
print(*range(n), end="\n\n", flush=True)
print(*sorted(range(n), key=lambda i: xs[i]))
