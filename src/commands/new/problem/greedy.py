"""Baseline: packs every item that still fits, in the given order. Reads the instance, writes an answer.

A weak baseline is useful: where the goal is to maximise, the rule `reference` gives its values 0 points, and 100 points
to the values of the best baseline.
"""

import sys

numbers = [int(word) for word in sys.stdin.read().split()]
n, room = numbers[:2]
weights = numbers[2::2]

packed = []
for i in range(n):
    if weights[i] <= room:
        room -= weights[i]
        packed.append(i)
print(len(packed), *packed)
