# Tries all orders and writes the best one at the end: with 12 cities that takes minutes.
import itertools
import math
import sys

numbers = [int(word) for word in sys.stdin.read().split()]
n = numbers[0]
cities = list(zip(numbers[1::2], numbers[2::2]))
best = min(
    itertools.permutations(range(n)),
    key=lambda tour: sum(math.dist(cities[tour[i - 1]], cities[tour[i]]) for i in range(n)),
)
print(*best)
