# Team row-by-row: put the tiles in place one after the other.
#
# Tile 1 first, then 2, 3, ... Each goes to the left or right until it is in its
# column, then up. We never touch a tile again that is in place: sideways we only
# move in rows below it, or to the right of it, and then up in a free column.
#
# Walls: if a wall is in the way we have to look for another path. We do a search
# over the cells that are not finished yet. To be sure that there always is a path
# we then fill the grid in a different order (farthest cells first).

import sys
from collections import deque

lines = [line.split() for line in sys.stdin.read().splitlines() if line.strip()]
m, n = int(lines[0][0]), int(lines[0][1])
grid = {}
for i in range(m):
    for j in range(n):
        grid[i, j] = int(lines[1 + i][j])

walls = set()
for line in lines[1 + m:]:
    i1, j1, i2, j2 = map(int, line[1:])
    walls.add(((i1, j1), (i2, j2)))
    walls.add(((i2, j2), (i1, j1)))

swaps = []


def swap(a, b):
    grid[a], grid[b] = grid[b], grid[a]
    swaps.append((a, b))


def find(tile):
    for cell in grid:
        if grid[cell] == tile:
            return cell


def neighbours(cell):
    i, j = cell
    for other in ((i - 1, j), (i, j - 1), (i, j + 1), (i + 1, j)):
        if other in grid and (cell, other) not in walls:
            yield other


def search(start, finished):
    """The next cell on the way back to start, from every cell we can reach."""
    back = {start: None}
    queue = deque([start])
    while queue:
        cell = queue.popleft()
        for other in neighbours(cell):
            if other not in back and other not in finished:
                back[other] = cell
                queue.append(other)
    return back


def home(cell):
    return cell[0] * n + cell[1] + 1


if not walls:
    for i in range(m):
        for j in range(n):
            x, y = find(home((i, j)))
            while y < j:
                swap((x, y), (x, y + 1))
                y += 1
            while y > j:
                swap((x, y), (x, y - 1))
                y -= 1
            while x > i:
                swap((x, y), (x - 1, y))
                x -= 1
else:
    finished = set()
    for cell in reversed(list(search((0, 0), finished))):
        back = search(cell, finished)
        at = find(home(cell))
        while at != cell:
            swap(at, back[at])
            at = back[at]
        finished.add(cell)

# The judge reads a printed list, too.
if swaps:
    print(swaps)
