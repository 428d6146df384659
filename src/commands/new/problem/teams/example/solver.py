# A team's program: a starter that is always right, but scores little.
#
# Told, on standard input: `n capacity`, then n lines `weight value`, one per item.
# Print the number of items that you pack, then these items, counted from 0. Together they
# must not weigh more than the capacity. The more value, the better.
#
# Hint: this starter takes the most valuable items first, however heavy they are.

import sys

numbers = [int(word) for word in sys.stdin.read().split()]
n, capacity = numbers[:2]
weights, values = numbers[2::2], numbers[3::2]

packed = []
for i in sorted(range(n), key=lambda i: values[i], reverse=True):
    if weights[i] <= capacity:
        capacity -= weights[i]
        packed.append(i)
print(len(packed), *packed)
