"""Computes a lower bound of the tour length: the Held–Karp bound by subgradient ascent on 1-trees.

What: a 1-tree is a spanning tree of all cities but city 0, and two edges at city 0. Reads the instance on standard
input and writes the bound to standard output.

Guarantee: no tour is shorter. Let d be the distances of the checker, in hundredths, and p any integer for each city.
Give the edge from i to j the weight d(i, j) + p(i) + p(j).
  1. Every tour is a 1-tree: remove city 0 and a path remains, which is a spanning tree of the other cities. So every
     tour weighs at least as much as the lightest 1-tree, W.
  2. A tour enters and leaves each city once, so it weighs its length + 2 · sum(p).
Hence every tour is at least W - 2 · sum(p) long, for every p. All numbers are integers, so there is no rounding error,
and the distances are already rounded as the checker rounds them. The ascent only looks for a p with a large bound: a
bad choice makes the bound weaker, never wrong.

Complexity: O(n²) per round. The number of rounds depends on n only, not on a clock, so that the same instance has the
same bound everywhere: 2 to 4 seconds from 300 to 2,000 cities.

Source: M. Held, R. Karp, "The traveling-salesman problem and minimum spanning trees: part II", Mathematical Programming
1 (1971). Averaging with the previous direction is from K. Helsgaun's LKH.
"""

import math
import sys
from array import array

MOST_ROUNDS = 300
# Edges looked at in all rounds together.
WORK = 12_000_000


def main():
    numbers = [int(word) for word in sys.stdin.read().split()]
    n = numbers[0]
    cities = list(zip(numbers[1:2 * n:2], numbers[2:2 * n + 1:2]))
    if n < 3:
        # There is no 1-tree. The only tour goes to the other city, if any, and back.
        bound = 2 * distance(cities[0], cities[-1])
    else:
        bound = held_karp(cities)
    print(f"{bound // 100}.{bound % 100:02}")


def distance(a, b):
    """The distance of the checker: in hundredths, rounded to the nearest."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return (math.isqrt(40000 * (dx * dx + dy * dy)) + 1) // 2


def held_karp(cities):
    n = len(cities)
    # An array takes 8 bytes per distance, a list more than 36.
    distances = [array("q", [distance(a, b) for b in cities]) for a in cities]
    penalty = [0] * n
    rounds = max(1, min(MOST_ROUNDS, 2 * WORK // (n * n)))
    best = first_step = None
    last_excess = None
    for done in range(rounds):
        weight, degree = lightest_one_tree(distances, penalty)
        bound = weight - 2 * sum(penalty)
        if best is None:
            best, first_step = bound, max(1, 2 * bound // n)  # two mean edges
        best = max(best, bound)
        # Every city of a tour has degree 2: edges of cities with more become more expensive, with fewer cheaper.
        excess = [d - 2 for d in degree]
        if not any(excess):
            break  # the 1-tree is a tour, hence a shortest one
        step = first_step * (rounds - done) ** 3 // rounds**3
        for i, now in enumerate(excess):
            before = now if last_excess is None else last_excess[i]
            penalty[i] += step * (7 * now + 3 * before) // 10
        last_excess = excess
    return best


def lightest_one_tree(distances, penalty):
    """Returns the weight of the lightest 1-tree and the degree of each city in it."""
    n = len(penalty)
    degree = [0] * n

    # Prim's algorithm on cities 1 to n - 1. `nearest[i]` is the weight of the lightest edge from city i to the tree,
    # `link[i]` its other end. p(i) is left out of `nearest[i]`: it does not change which edge of i is the lightest.
    weight, newest = 0, 1
    nearest, link = [math.inf] * n, [0] * n
    outside = list(range(2, n))
    while outside:
        row, shift = distances[newest], penalty[newest]
        lightest = math.inf
        for place, i in enumerate(outside):
            w = row[i] + shift
            if w < nearest[i]:
                nearest[i] = w
                link[i] = newest
            else:
                w = nearest[i]
            w += penalty[i]
            if w < lightest:
                lightest, next_place = w, place
        weight += lightest
        newest = outside[next_place]
        outside[next_place] = outside[-1]
        outside.pop()
        degree[newest] += 1
        degree[link[newest]] += 1

    # The two lightest edges at city 0.
    ends = sorted(range(1, n), key=lambda i: distances[0][i] + penalty[i])[:2]
    for i in ends:
        weight += distances[0][i] + penalty[0] + penalty[i]
        degree[i] += 1
    degree[0] = 2
    return weight, degree


main()
