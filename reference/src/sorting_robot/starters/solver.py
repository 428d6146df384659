# Sorting robot: a starter that is always right, but rarely short.
#
# Told, on standard input: "m n c" (rows, columns, colours), then m lines of n
# backgrounds, then m lines of n pieces. Colours are 0..c-1, and -1 means none.
# The robot starts at the top left with an empty hand. L R U D move it by one
# cell, one step each; it must not leave the grid. S swaps hand and cell, free.
# A cell whose piece equals its background (or that has neither) is black: it is
# locked for ever, and S does nothing there.
# Print, on one line, letters that make every cell black, in as few steps as you can.
#
# Hint: taking the nearest target now often means a long walk later. First decide
# which piece goes to which cell so that the sum of the distances is small; each
# step that the robot walks with an empty hand is one you may be able to save.

import sys


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    rows, columns, colours = numbers[:3]
    size = rows * columns
    background = numbers[3:3 + size]
    piece = numbers[3 + size:3 + 2 * size]

    # The cells that are not black yet: all of them, and sorted by background.
    todo = {k for k in range(size) if piece[k] != background[k]}
    wanting = [set() for _ in range(colours)]
    for k in todo:
        if background[k] >= 0:
            wanting[background[k]].add(k)

    row, column, hand = 0, 0, -1
    answer = []

    def far(k):
        # Sorts by distance, then topmost, then leftmost.
        return abs(k // columns - row) + abs(k % columns - column), k

    while True:
        if hand < 0:  # empty-handed: where is a piece to pick up?
            candidates = [k for k in todo if piece[k] >= 0]
        else:         # carrying: where is this colour wanted?
            candidates = wanting[hand]
        if not candidates:
            break     # only happens with an empty hand: everything is black
        k = min(candidates, key=far)

        # Walk there, horizontally first, then swap.
        to_row, to_column = divmod(k, columns)
        answer.append("R" * (to_column - column) + "L" * (column - to_column))
        answer.append("D" * (to_row - row) + "U" * (row - to_row))
        answer.append("S")
        row, column = to_row, to_column
        hand, piece[k] = piece[k], hand

        if piece[k] == background[k]:  # black now, leave it alone from here on
            todo.discard(k)
            if background[k] >= 0:
                wanting[background[k]].discard(k)

    if answer:  # nothing to do: print nothing, not even an empty line
        print("".join(answer))


main()
