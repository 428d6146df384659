"""2-opt: replaces two legs of a tour by two shorter ones until no such pair is left.

Starts from the nearest-neighbour tour and looks only at legs to the 10 nearest cities. Typically 5 to 8 % longer than
the shortest tour.

Anytime: writes a tour at once and after every pass that improved it, each followed by an empty line. Stops before the
time limit in JUDGE_TIME_MS; without a limit it may take 10 seconds. Lengths are integers, so every change shortens the
tour by at least 0.01 km, and the result does not depend on the machine if the time suffices.
"""

import math
import os
import sys
import time

NEIGHBOURS = 10
# CPU time left unused, in seconds: a fifth of the limit, at least 0.1. Writing the last tour needs some of it, and
# clocks differ a little.
LIMIT = float(os.environ.get("JUDGE_TIME_MS", 10000)) / 1000
DEADLINE = LIMIT - max(0.1, LIMIT / 5)


def main():
    numbers = [int(word) for word in sys.stdin.read().split()]
    n = numbers[0]
    cities = list(zip(numbers[1:2 * n:2], numbers[2:2 * n + 1:2]))
    tour = nearest_neighbour(cities)
    write(tour)
    if n < 4:
        return  # all tours have the same length
    near = []
    for i in range(n):
        if out_of_time():
            return
        x, y = cities[i]
        others = sorted(range(n), key=lambda j: (cities[j][0] - x) ** 2 + (cities[j][1] - y) ** 2)
        near.append([j for j in others[:NEIGHBOURS + 1] if j != i])
    while not out_of_time() and improve(tour, cities, near):
        write(tour)


def out_of_time():
    # The CPU time includes the start of Python; the limit counts it, too.
    return time.process_time() > DEADLINE


def write(tour):
    # Flushed, because a program that is stopped loses what is still in its buffer.
    print(*tour, end="\n\n", flush=True)


def nearest_neighbour(cities):
    here, unvisited = 0, list(range(1, len(cities)))
    tour = [here]
    while unvisited:
        x, y = cities[here]
        here = min(unvisited, key=lambda i: (cities[i][0] - x) ** 2 + (cities[i][1] - y) ** 2)
        unvisited.remove(here)
        tour.append(here)
    return tour


def improve(tour, cities, near):
    """Makes a pass over all cities, or a part of it if the time is up. Returns whether the tour is shorter now."""
    n = len(tour)
    place = [0] * n
    for i, city in enumerate(tour):
        place[city] = i

    def distance(a, b):
        dx, dy = cities[a][0] - cities[b][0], cities[a][1] - cities[b][1]
        return (math.isqrt(40000 * (dx * dx + dy * dy)) + 1) // 2

    def reverse(first, last):
        """Reverses the part of the tour from one place to another; past the end it goes on at the start."""
        count = (last - first) % n + 1
        if 2 * count > n:  # reversing the other part gives the same tour, in the other direction
            first, last, count = last + 1, first - 1, n - count
        for k in range(count // 2):
            i, j = (first + k) % n, (last - k) % n
            tour[i], tour[j] = tour[j], tour[i]
            place[tour[i]], place[tour[j]] = i, j

    improved = False
    for a in range(n):
        if out_of_time():
            break
        for side in (1, -1):  # the leg from a to the next city, then the leg to the previous one
            b = tour[(place[a] + side) % n]
            old = distance(a, b)
            for c in near[a]:
                gain = old - distance(a, c)
                if gain <= 0:
                    break  # all further neighbours are farther away than b
                d = tour[(place[c] + side) % n]
                if gain + distance(c, d) - distance(b, d) > 0:
                    # Legs a–b and c–d become a–c and b–d.
                    if side == 1:
                        reverse(place[b], place[c])
                    else:
                        reverse(place[c], place[b])
                    improved = True
                    break
    return improved


main()
