"""Nearest neighbour: always go to the nearest city that has not been visited, starting at city 0.

Typically 25 % longer than the shortest tour: the last legs have to collect what was left behind. Takes O(n²).
"""

import sys

numbers = [int(word) for word in sys.stdin.read().split()]
n = numbers[0]
cities = list(zip(numbers[1:2 * n:2], numbers[2:2 * n + 1:2]))

here, unvisited = 0, list(range(1, n))
tour = [here]
while unvisited:
    x, y = cities[here]
    # Squares order the cities as distances do, and are exact. Of equally near cities the first number wins.
    here = min(unvisited, key=lambda i: (cities[i][0] - x) ** 2 + (cities[i][1] - y) ** 2)
    unvisited.remove(here)
    tour.append(here)
print(*tour)
