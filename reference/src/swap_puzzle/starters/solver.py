# Swap puzzle: a starter that is always right, but rarely short.
#
# Told, on standard input: "m n" (rows, columns), then m lines of n numbers: the
# tiles 1..m*n, each once. Then there may be lines "wall i1 j1 i2 j2": no swap is
# allowed between these two cells. Rows and columns count from 0.
# A swap exchanges the tiles of two cells that share an edge. In the end tile 1 must
# be in the first cell, tile 2 in the next, and so on, row by row.
# Print one swap a line, "i1 j1 i2 j2", and use as few swaps as you can.
#
# Hint: here a swap serves one tile only, and often takes another one farther away.
# A good swap brings both tiles nearer to their places. Half the sum of all distances
# is a limit that no answer can beat; how near to it can you come?

import sys
from collections import deque


def main():
    lines = [line.split() for line in sys.stdin if line.strip()]
    rows, columns = map(int, lines[0])
    size = rows * columns
    # Cell (i, j) is number i * columns + j. Counting tiles from 0, tile k belongs to cell k.
    tile = [int(x) - 1 for line in lines[1:1 + rows] for x in line]
    walls = set()
    for _, i1, j1, i2, j2 in lines[1 + rows:]:
        a, b = int(i1) * columns + int(j1), int(i2) * columns + int(j2)
        walls.update([(a, b), (b, a)])

    neighbours = [[] for _ in range(size)]
    for k in range(size):
        for other, inside in ((k + 1, (k + 1) % columns != 0), (k + columns, k + columns < size)):
            if inside and (k, other) not in walls:
                neighbours[k].append(other)
                neighbours[other].append(k)

    done = [False] * size

    def search(goal):
        # From each cell that can be reached, the next cell on a shortest way to the
        # goal, around walls and around cells that are done. Nearest cells come first.
        step = {goal: goal}
        queue = deque([goal])
        while queue:
            k = queue.popleft()
            for other in neighbours[k]:
                if other not in step and not done[other]:
                    step[other] = k
                    queue.append(other)
        return step

    # Fill the cell that is farthest from the first cell, then the next, and so on:
    # like this the cells that are left always hang together.
    answer = []
    for goal in reversed(list(search(0))):
        step = search(goal)
        k = tile.index(goal)
        while k != goal:
            to = step[k]
            answer.append(f"{k // columns} {k % columns} {to // columns} {to % columns}")
            tile[k], tile[to] = tile[to], tile[k]
            k = to
        done[goal] = True

    if answer:  # nothing to do: print nothing, not even an empty line
        print("\n".join(answer))


main()
