"""Baseline: the best answer, by dynamic programming over the capacity. Takes O(n · capacity).

Writes a first answer at once and the best one at the end, with an empty line between them: the last complete answer
counts. In a contest with `anytime = true` the first one counts if the time limit ends the program.
"""

import sys

numbers = [int(word) for word in sys.stdin.read().split()]
n, capacity = numbers[:2]
weights, values = numbers[2::2], numbers[3::2]

# The environment variable JUDGE_TIME_MS has the time limit, for programs that look for better answers until the end.
print(0, end="\n\n", flush=True)  # flushed: a program that is stopped loses what is still in its buffer

best = [0] * (capacity + 1)  # best[c]: the most value of the items so far, in a bag that holds c
taken = []  # taken[i][c]: whether that bag contains item i
for weight, value in zip(weights, values):
    row = bytearray(capacity + 1)
    # Downwards, so that best[c - weight] does not contain this item yet.
    for c in range(capacity, weight - 1, -1):
        if best[c - weight] + value > best[c]:
            best[c] = best[c - weight] + value
            row[c] = 1
    taken.append(row)

packed, room = [], capacity
for i in reversed(range(n)):
    if taken[i][room]:
        packed.append(i)
        room -= weights[i]
print(len(packed), *reversed(packed))
