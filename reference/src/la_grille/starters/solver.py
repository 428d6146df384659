# La Grille: a starter that is always right, but scores little.
#
# Told, on standard input: "t p" (size of the grid, points lost by a penalty), then
# t lines of t values. Put one pawn on each cell:
#   J  scores its value; one penalty if none of its 8 neighbours is a J.
#   V  scores its value and those of its 4 orthogonal neighbours; one penalty for
#      each pair of V that are neighbours, diagonals included.
#   N  scores value - 1; doubled for every N when there are at most t of them.
#   B  scores 0; count those on negative values minus those on positive values:
#      if that is above 0, so many penalties.
#   O  scores 0; one penalty for each pair on one row, column or diagonal.
#   R  exactly one; scores the opposite of its value.
# Print t lines of t letters, then your score on a line of its own.
#
# Hint: this starter uses no V. A V beside good cells scores them once more, and the
# V itself can be a bad cell that is O, B or J here.

import sys


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    size, penalty = numbers[:2]
    value = numbers[2:]  # cell (i, j) is at i * size + j

    # The worst cell is red, the best ones are black, the others yellow so far.
    order = sorted(range(size * size), key=lambda k: value[k])
    pawn = ["J"] * (size * size)
    pawn[order[0]] = "R"
    for k in order[1:][-size:]:
        if value[k] > 2:
            pawn[k] = "N"

    # Bad cells, the worst first: orange where no other orange is in line.
    oranges = []
    for k in order:
        if value[k] < 0 and pawn[k] == "J" and not any(in_line(size, k, o) for o in oranges):
            pawn[k] = "O"
            oranges.append(k)

    # The other bad cells, the worst first: blue, each with the smallest good cell.
    bad = [k for k in order if pawn[k] == "J" and value[k] < 0]
    good = [k for k in order if pawn[k] == "J" and value[k] > 0]
    for b, g in zip(bad, good):
        if value[b] + value[g] < 0:
            pawn[b] = pawn[g] = "B"

    # Only right without V, if O and B cost nothing as above.
    score = 0
    for k in range(size * size):
        if pawn[k] == "R":
            score -= value[k]
        elif pawn[k] == "N":
            score += 2 * (value[k] - 1)  # there are at most t of them
        elif pawn[k] == "J":
            score += value[k]
            if lonely(pawn, size, k):
                score -= penalty

    for i in range(size):
        print("".join(pawn[i * size:(i + 1) * size]))
    print(score)


def in_line(size, a, b):
    """Are two cells on one row, column or diagonal?"""
    rows, columns = abs(a // size - b // size), abs(a % size - b % size)
    return rows == 0 or columns == 0 or rows == columns


def lonely(pawn, size, k):
    """Is none of the neighbours of cell k yellow?"""
    row, column = divmod(k, size)
    for i in range(max(row - 1, 0), min(row + 2, size)):
        for j in range(max(column - 1, 0), min(column + 2, size)):
            if (i, j) != (row, column) and pawn[i * size + j] == "J":
                return False
    return True


main()
