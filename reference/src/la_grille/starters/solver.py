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
# Hint: this starter uses only R, N and J. Bad cells need not be J: two of them can
# be V beside good cells, some can be O where no other O is in line, and many can
# be B when small positive cells are B too.

import sys


def main():
    numbers = list(map(int, sys.stdin.read().split()))
    size, penalty = numbers[:2]
    value = numbers[2:]  # cell (i, j) is at i * size + j

    # The worst cell is red, the best ones are black, the others yellow.
    order = sorted(range(size * size), key=lambda k: value[k])
    pawn = ["J"] * (size * size)
    pawn[order[0]] = "R"
    for k in order[1:][-size:]:
        if value[k] > 2:
            pawn[k] = "N"

    score = 0
    for k in range(size * size):
        if pawn[k] == "R":
            score -= value[k]
        elif pawn[k] == "N":
            score += 2 * (value[k] - 1)  # there are at most t of them
        else:
            score += value[k]
            if lonely(pawn, size, k):
                score -= penalty

    for i in range(size):
        print("".join(pawn[i * size:(i + 1) * size]))
    print(score)


def lonely(pawn, size, k):
    """Is none of the neighbours of cell k yellow?"""
    row, column = divmod(k, size)
    for i in range(max(row - 1, 0), min(row + 2, size)):
        for j in range(max(column - 1, 0), min(column + 2, size)):
            if (i, j) != (row, column) and pawn[i * size + j] == "J":
                return False
    return True


main()
