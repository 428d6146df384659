# Team white-flag: pure logic, no guessing.
#
# For every line we write down all ways to fill it. A way that does not fit what we
# know already is thrown out; a cell that is the same in all ways that are left is
# certain. This goes round and round until nothing changes any more.
#
# When logic alone does not finish the grid we give up: cells that we do not know are
# printed as white, and with luck they are. (We know that this is cheap. Next year!)

import sys


def all_ways(clue, n):
    """All ways to put these blocks into n cells, as lists of 0 and 1."""
    if not clue:
        return [[0] * n]
    first, rest = clue[0], clue[1:]
    room = sum(rest) + len(rest)  # what the other blocks need at least
    ways = []
    for start in range(n - room - first + 1):
        block = [0] * start + [1] * first
        if rest:
            block.append(0)
        for tail in all_ways(rest, n - len(block)):
            ways.append(block + tail)
    return ways


lines = sys.stdin.read().splitlines()
h, w = map(int, lines[0].split())
clues = [[int(x) for x in line.split() if x != "0"] for line in lines[1:]]

# cells[k]: where the k-th line (rows first, then columns) lies in the grid
cells = [[(i, j) for j in range(w)] for i in range(h)]
cells += [[(i, j) for i in range(h)] for j in range(w)]
ways = [all_ways(clue, len(c)) for clue, c in zip(clues, cells)]
known = {}

changed = True
while changed:
    changed = False
    for k in range(h + w):
        ways[k] = [
            way
            for way in ways[k]
            if all(known.get(c, x) == x for c, x in zip(cells[k], way))
        ]
        for c, column in zip(cells[k], zip(*ways[k])):
            if c not in known and len(set(column)) == 1:
                known[c] = column[0]
                changed = True

for i in range(h):
    print("".join("#" if known.get((i, j)) == 1 else "." for j in range(w)))
