"""Checks a proof that a swap puzzle needs at least BOUND swaps.

    python3 checker.py INSTANCE PROOF

Exit code 0: proved. 1: refused, the proof does not show its bound. 2: a file is not in its format.

A swap moves two tiles by one cell each, so the sum of the distances of all tiles from their targets falls by at most 2:
half that sum is a lower bound. Pairs of tiles on their own line that cannot both go straight cost one more swap each.
Every swap changes the parity of the permutation. On a line the number of inversions is exact. See `judge help proofs`.
"""

import hashlib
import re
import sys

MOST_CELLS = 16_000_000
MOST_CELLS_SEARCHED = 1_000_000_000
LARGEST = 10**15
UNREADABLE, REFUSED = 2, 1


class Failure(Exception):
    """Its arguments are the exit code and the reason."""


def need(condition, reason, code=UNREADABLE):
    if not condition:
        raise Failure(code, reason)


def read_lines(text):
    """Returns the words of each line that is not blank. Words are separated by spaces and tabs."""
    text = text[3:] if text.startswith(b"\xef\xbb\xbf") else text
    lines = (line[:-1] if line.endswith(b"\r") else line for line in text.split(b"\n"))
    words = ([word for word in line.replace(b"\t", b" ").split(b" ") if word] for line in lines)
    return [line for line in words if line]


def integer(word, least=-LARGEST, most=LARGEST):
    need(re.fullmatch(rb"-?[0-9]+", word), "%r is not a whole number" % word[:40])
    number = int(word.lstrip(b"-0")[:20] or b"0") * (-1 if word.startswith(b"-") else 1)
    need(least <= number <= most, "%r is not from %d to %d" % (word[:40], least, most))
    return number


def fields(line, word, count):
    need(line[0] == word and len(line) == count + 1, "expected `%s` and %d more" % (word.decode(), count))
    return line[1:]


class Instance:
    """A grid. Cells are numbered row by row from 0; `target[cell]` is where the tile on a cell belongs."""

    def __init__(self, text):
        lines = read_lines(text)
        need(lines and len(lines[0]) == 2, "an instance begins with rows and columns")
        self.rows, self.columns = (integer(word, 1, MOST_CELLS) for word in lines[0])
        self.cells = self.rows * self.columns
        need(self.cells <= MOST_CELLS and self.rows < len(lines), "there are fewer rows than announced")
        self.target = []
        for line in lines[1 : self.rows + 1]:
            need(len(line) == self.columns, "a row has another length than announced")
            self.target.extend(integer(word, 1, self.cells) - 1 for word in line)
        need(len(set(self.target)) == self.cells, "a tile occurs twice")
        self.walls = set()
        for line in lines[self.rows + 1 :]:
            words = fields(line, b"wall", 4)
            i1, i2 = (integer(word, 0, self.rows - 1) for word in words[0::2])
            j1, j2 = (integer(word, 0, self.columns - 1) for word in words[1::2])
            need(abs(i1 - i2) + abs(j1 - j2) == 1, "a wall is not between neighbours")
            a, b = i1 * self.columns + j1, i2 * self.columns + j2
            self.walls.update(((a, b), (b, a)))
        need(not self.walls or self.is_connected(), "walls cut the grid in two")

    def neighbours(self, cell):
        (row, column), width = divmod(cell, self.columns), self.columns
        steps = ((-width, row > 0), (-1, column > 0), (1, column + 1 < width), (width, row + 1 < self.rows))
        return [cell + step for step, exists in steps if exists and (cell, cell + step) not in self.walls]

    def is_connected(self):
        reached, waiting = {0}, [0]
        while waiting:
            new = [cell for cell in self.neighbours(waiting.pop()) if cell not in reached]
            reached.update(new)
            waiting.extend(new)
        return len(reached) == self.cells

    def distance(self, a, b):
        return abs(a // self.columns - b // self.columns) + abs(a % self.columns - b % self.columns)

    def detours(self, cell, target):
        """Returns the fewest steps away from the target on a way to it around the walls."""
        count, now, later, reached = 0, [cell], [], set()
        while True:
            while now:
                cell = now.pop()
                if cell == target:
                    return count
                if cell not in reached:
                    reached.add(cell)
                    distance = self.distance(cell, target)
                    for other in self.neighbours(cell):
                        (now if self.distance(other, target) < distance else later).append(other)
            count, now, later = count + 1, later, now

    def digest(self):
        """Returns the SHA-256 of the canonical text."""
        sha, width = hashlib.sha256(b"%d %d\n" % (self.rows, self.columns)), self.columns
        for first in range(0, self.cells, width):
            sha.update(b" ".join(b"%d" % (target + 1) for target in self.target[first : first + width]) + b"\n")
        for a, b in sorted(pair for pair in self.walls if pair[0] < pair[1]):
            sha.update(b"wall %d %d %d %d\n" % (*divmod(a, width), *divmod(b, width)))
        return sha.hexdigest().encode()


def inversions(grid):
    need(grid.rows == 1 or grid.columns == 1, "inversions are a bound on a single line only", REFUSED)
    # A Fenwick tree counts the tiles that were met and are smaller.
    tree, count = [0] * (grid.cells + 1), 0
    for met, target in enumerate(grid.target):
        count, at = count + met, target
        while at > 0:
            count -= tree[at]
            at &= at - 1
        at = target + 1
        while at <= grid.cells:
            tree[at] += 1
            at += at & -at
    return count


def check_conflict(grid, places, used):
    i1, j1, i2, j2 = places
    exists = all(0 <= i < grid.rows for i in (i1, i2)) and all(0 <= j < grid.columns for j in (j1, j2))
    need(exists, "a conflict is not on the grid", REFUSED)
    left, right = sorted((i1 * grid.columns + j1, i2 * grid.columns + j2))
    a, b = grid.target[left], grid.target[right]
    lines = zip(*(divmod(cell, grid.columns) for cell in (left, right, a, b)))
    need(any(len(set(line)) == 1 for line in lines), "the tiles of a conflict are not on their line", REFUSED)
    # They have to pass each other, and one of them does not go in that direction.
    need(left != right and a > b and not (a > left and b < right), "two tiles are not in conflict", REFUSED)
    need(used.isdisjoint((left, right)), "a cell is in two conflicts", REFUSED)
    used.update((left, right))


def half_of_distances(grid, around, conflicts):
    need(0 <= around <= grid.cells, "`around` is not a number of cells", REFUSED)
    need(around * grid.cells <= MOST_CELLS_SEARCHED, "`around` needs too much work", REFUSED)
    need(not (conflicts and grid.walls), "conflicts count only without walls", REFUSED)
    used = set()
    for places in conflicts:
        check_conflict(grid, places, used)
    distances = sum(grid.distance(cell, target) for cell, target in enumerate(grid.target))
    detours = sum(grid.detours(cell, grid.target[cell]) for cell in range(around))
    half = distances // 2 + detours + len(conflicts)
    # A cycle of k tiles is a product of k - 1 swaps: this fixes the parity of the number of swaps.
    seen, swaps = bytearray(grid.cells), grid.cells
    for cell in range(grid.cells):
        swaps -= not seen[cell]
        while not seen[cell]:
            seen[cell] = 1
            cell = grid.target[cell]
    return half + (half + swaps) % 2


def check(instance, proof):
    """Returns the exit code and a message. Both arguments are bytes."""
    try:
        grid = Instance(instance)
        lines = read_lines(proof)
        need(len(lines) >= 3, "the proof ends too early")
        *kind, bound = fields(lines[0], b"judge-proof", 3)
        need(kind == [b"1", b"swap-puzzle"], "not a proof of this problem and version")
        bound = integer(bound)
        (digest,) = fields(lines[1], b"instance", 1)
        need(re.fullmatch(rb"[0-9a-f]{64}", digest), "`instance` needs 64 hexadecimal digits")
        (method,) = fields(lines[2], b"method", 1)
        if method == b"inversions":
            need(len(lines) == 3, "nothing may follow `method inversions`")
        else:
            need(method == b"distances" and len(lines) > 3, "expected `method distances` and `around`")
            around = integer(*fields(lines[3], b"around", 1))
            conflicts = [[integer(word) for word in fields(line, b"conflict", 4)] for line in lines[4:]]
        need(digest == grid.digest(), "the proof is of another instance", REFUSED)
        proved = inversions(grid) if method == b"inversions" else half_of_distances(grid, around, conflicts)
        need(bound <= proved, "the bound is %d, but only %d is proved" % (bound, proved), REFUSED)
    except Failure as failure:
        code, reason = failure.args
        return code, "%s: %s" % ("refused" if code == REFUSED else "unreadable", reason)
    return 0, "proved: at least %d swaps" % bound


if __name__ == "__main__":
    try:
        texts = [open(name, "rb").read() for name in sys.argv[1:]]
        exit_code, message = check(*texts) if len(texts) == 2 else (UNREADABLE, __doc__)
    except OSError as error:
        exit_code, message = UNREADABLE, str(error)
    print(message)
    sys.exit(exit_code)
