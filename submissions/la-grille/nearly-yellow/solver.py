# Almost everything stays yellow; we only move what obviously hurts.
import sys

data = [int(x) for x in sys.stdin.read().split()]
t, p = data[0], data[1]
grid = [data[2 + i * t:2 + (i + 1) * t] for i in range(t)]

cells = sorted(((grid[i][j], i, j) for i in range(t) for j in range(t)))
pawns = [["J"] * t for _ in range(t)]

# red on the worst cell
_, i, j = cells[0]
pawns[i][j] = "R"

# black on the best t cells
for v, i, j in cells[1:][-t:]:
    if v > 2:
        pawns[i][j] = "N"

# orange on bad cells, like the eight queens
queens = []
for v, i, j in cells:
    if v >= 0:
        break
    if pawns[i][j] == "J" and all(
        i != a and j != b and abs(i - a) != abs(j - b) for a, b in queens
    ):
        pawns[i][j] = "O"
        queens.append((i, j))

# blue: one bad cell and one small positive cell together
bad = [(v, i, j) for v, i, j in cells if v < 0 and pawns[i][j] == "J"]
small = [(v, i, j) for v, i, j in cells if v > 0 and pawns[i][j] == "J"]
for (v, i, j), (w, a, b) in zip(bad, small):
    if v + w < 0:
        pawns[i][j] = "B"
        pawns[a][b] = "B"


def alone(i, j):
    for a in range(max(0, i - 1), min(t, i + 2)):
        for b in range(max(0, j - 1), min(t, j + 2)):
            if (a, b) != (i, j) and pawns[a][b] == "J":
                return False
    return True


# NB: we have not counted what greens would bring, there are none
score = 0
for i in range(t):
    for j in range(t):
        if pawns[i][j] == "J":
            score += grid[i][j]
            if alone(i, j):
                score -= p
        elif pawns[i][j] == "N":
            score += 2 * (grid[i][j] - 1)
        elif pawns[i][j] == "R":
            score -= grid[i][j]

for row in pawns:
    print("".join(row))
print(score)
