# Picross: a starter that is always right, but slow where it has to guess.
#
# Told, on standard input: "h w" (rows, columns), then a line with the clue of each
# row, then one with the clue of each column. A clue is the lengths of the black
# runs of its line, in order; "0" alone means that the whole line is white.
# Print h lines of w characters, "#" for black and "." for white, so that every row
# and every column has exactly the runs of its clue. Any such grid is right.
#
# Hint: this program looks at all lines again and again, and it guesses the first
# unknown cell it meets. Look only at lines that have changed, and guess where the
# answer tells you most.

import sys

UNKNOWN, BLACK, WHITE = -1, 1, 0

# Guesses may lie as deep in each other as there are cells.
sys.setrecursionlimit(100_000)


def read_clue(line):
    return [int(word) for word in line.split() if word != "0"]


lines = sys.stdin.read().splitlines()
h, w = map(int, lines[0].split())
row_clues = [read_clue(line) for line in lines[1 : 1 + h]]
column_clues = [read_clue(line) for line in lines[1 + h : 1 + h + w]]


def solve_line(line, clue):
    """What all ways to fill this line have in common, or None if there is no way."""
    n = len(line)
    can = [set() for _ in line]  # the colours that each cell has in some way
    seen = {}  # what we found out about (block, start) before

    def place(block, start):
        """Can the blocks from this one on stand at this cell or later?"""
        if (block, start) in seen:
            return seen[block, start]
        found = False
        if block == len(clue):
            if BLACK not in line[start:]:
                found = True
                for i in range(start, n):
                    can[i].add(WHITE)
        else:
            for first in range(start, n - clue[block] + 1):
                if first > start and line[first - 1] == BLACK:
                    break  # we must not jump over a black cell
                end = first + clue[block]
                if WHITE in line[first:end] or (end < n and line[end] == BLACK):
                    continue
                if place(block + 1, min(end + 1, n)):
                    found = True
                    for i in range(start, min(end + 1, n)):
                        can[i].add(BLACK if first <= i < end else WHITE)
        seen[block, start] = found
        return found

    if not place(0, 0):
        return None
    return [colours.pop() if len(colours) == 1 else UNKNOWN for colours in can]


def deduce(grid):
    """Fills in what is certain; False if some line has no way left."""
    changed = True
    while changed:
        before = [row[:] for row in grid]
        for i in range(h):
            row = solve_line(grid[i], row_clues[i])
            if row is None:
                return False
            grid[i] = row
        for j in range(w):
            column = solve_line([grid[i][j] for i in range(h)], column_clues[j])
            if column is None:
                return False
            for i in range(h):
                grid[i][j] = column[i]
        changed = grid != before
    return True


def solve(grid):
    """A full grid, or None if there is none."""
    if not deduce(grid):
        return None
    for i in range(h):
        for j in range(w):
            if grid[i][j] == UNKNOWN:
                for guess in (BLACK, WHITE):
                    copy = [row[:] for row in grid]
                    copy[i][j] = guess
                    solution = solve(copy)
                    if solution is not None:
                        return solution
                return None
    return grid


solution = solve([[UNKNOWN] * w for _ in range(h)])
if solution is not None:
    for row in solution:
        print("".join("#" if cell == BLACK else "." for cell in row))
