# Walks up and down strips of the map. One city per line: any layout of white space is valid.
import math
import sys

numbers = [int(word) for word in sys.stdin.read().split()]
n, xs, ys = numbers[0], numbers[1::2], numbers[2::2]
strips = max(1, math.isqrt(n // 2))
width = max(xs) // strips + 1
for k in range(strips):
    strip = [i for i in range(n) if xs[i] // width == k]
    strip.sort(key=lambda i: ys[i], reverse=k % 2 == 1)
    print(*strip, sep="\n", end="\n" if strip else "")
