# Team short-hops: the shortest legs first.
#
# Go through all pairs of cities, the nearest first, and make a pair a leg of the tour if
# both cities still have a free end and the leg does not close a circle. At the end there
# is one long path, and its two ends are connected.
#
# The first legs are very good and the last ones terrible. So afterwards we take out one
# city after the other and put it back where it costs least, until nothing changes.
# We print after every round, so it does not matter when the time is over.

import math
import os
import sys
import time

numbers = [int(word) for word in sys.stdin.read().split()]
n = numbers[0]
cities = list(zip(numbers[1::2], numbers[2::2]))
dist = [[math.dist(a, b) for b in cities] for a in cities]
limit = float(os.environ.get("JUDGE_TIME_MS", 1000)) / 1000 * 0.8


def greedy():
    pairs = sorted((dist[a][b], a, b) for a in range(n) for b in range(a))
    legs = [[] for _ in range(n)]
    part = list(range(n))  # union-find: cities of one path have the same root

    def root(a):
        while part[a] != a:
            part[a] = part[part[a]]
            a = part[a]
        return a

    for _, a, b in pairs:
        if len(legs[a]) < 2 and len(legs[b]) < 2 and root(a) != root(b):
            part[root(a)] = root(b)
            legs[a].append(b)
            legs[b].append(a)

    # Walk along the path from one of its ends.
    here = next(a for a in range(n) if len(legs[a]) < 2)
    path, before = [here], None
    while len(path) < n:
        before, here = here, next(b for b in legs[here] if b != before)
        path.append(here)
    return path


def move_cities(tour):
    """One round over all cities. Returns whether one of them has moved."""
    moved = False
    for city in range(n):
        if time.process_time() > limit:
            return False
        i = tour.index(city)
        a, b = tour[i - 1], tour[(i + 1) % n]
        saved = dist[a][city] + dist[city][b] - dist[a][b]
        rest = tour[i + 1:] + tour[:i]  # starts at b, ends at a
        to = dist[city]
        cost, k = min(
            (to[u] + to[v] - dist[u][v], k) for k, (u, v) in enumerate(zip(rest, rest[1:]))
        )
        if cost < saved - 1e-9:
            rest.insert(k + 1, city)
            tour[:] = rest
            moved = True
    return moved


tour = greedy()
print(*tour, end="\n\n", flush=True)
while n > 3 and move_cities(tour):
    print(*tour, end="\n\n", flush=True)
