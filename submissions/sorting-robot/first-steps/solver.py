# Team first-steps: always do the nearest useful thing.

import sys


def read_grid(lines, rows):
    return [[int(x) for x in lines.pop(0).split()] for _ in range(rows)]


lines = [line for line in sys.stdin.read().splitlines() if line.strip()]
rows, columns, colours = map(int, lines.pop(0).split())
background = read_grid(lines, rows)
piece = read_grid(lines, rows)

# All cells that still need something.
todo = [
    (i, j)
    for i in range(rows)
    for j in range(columns)
    if piece[i][j] != background[i][j]
]

x, y = 0, 0   # where the robot is: row x, column y
hand = -1     # what it holds
moves = ""

while todo:
    # Which cells are of any use now? With an empty hand: those with a piece.
    # With a piece in the hand: those that want this colour.
    if hand == -1:
        useful = [(i, j) for i, j in todo if piece[i][j] != -1]
    else:
        useful = [(i, j) for i, j in todo if background[i][j] == hand]
    i, j = min(useful, key=lambda cell: abs(cell[0] - x) + abs(cell[1] - y))

    # A text times a negative number is the empty text, so only one of the two
    # directions is really written.
    moves += "L" * (y - j) + "R" * (j - y) + "U" * (x - i) + "D" * (i - x) + "S"
    x, y = i, j
    hand, piece[i][j] = piece[i][j], hand

    if piece[i][j] == background[i][j]:
        todo.remove((i, j))

if moves:
    print(moves)
