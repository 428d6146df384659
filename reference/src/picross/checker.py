"""Checks a proof that a picross grid has no solution, one, or several: `python3 checker.py INSTANCE PROOF`.

Exit code 0: proved. 1: refused. 2: the instance or the proof is not in the format. Prints what is proved or the reason.

A proof of "no solution" or of "no other solution" is a list of clauses. Each clause is checked by assuming its opposite
and following hints to a contradiction. A hint is a line of the grid, which is solved completely, or an earlier clause,
which is used if all its literals but one are false. `judge help proofs` describes the format and why it is a proof.
"""
import hashlib
import re
import sys
from bisect import bisect_right
from itertools import accumulate

INTEGER = rb"(?:0|-?[1-9][0-9]{0,14})"
HEADER = re.compile(rb"judge-proof 1 picross (%b)\ninstance ([0-9a-f]{64})\n" % INTEGER)
STEP = re.compile(rb"keep(?: %b)*|learn(?: %b)* by(?: %b)*" % (INTEGER, INTEGER, INTEGER))
CLAIMS = {b"claim none": (0, 0), b"claim unique": (1, 1), b"claim several": (1, 2)}  # Bound, number of solutions
PROVED = ["no solution", "exactly one solution", "at least two solutions"]

class Failed(Exception):
    """The exit code and the reason."""

class Contradiction(Exception):
    """Something is both true and false."""

def need(condition, code, reason):
    if not condition:
        raise Failed(code, reason)

def read_instance(text):
    """Returns the number of rows and of columns, and the clues of all lines, rows first."""
    lines = [line.split() for line in text.rstrip().split(b"\n")]
    need(all(token.isdigit() and len(token) < 9 for line in lines for token in line), 2, "an instance has numbers only")
    size, *clues = [[int(token) for token in line] for line in lines]
    valid = len(size) == 2 and 0 < size[0] * size[1] <= 16000000 and len(clues) == sum(size) and [] not in clues
    need(valid, 2, "an instance has a size and one clue for each row and column")
    clues = [clue if clue != [0] else [] for clue in clues]
    fit = all(0 not in clue and sum(clue) + len(clue) - 1 <= size[i < size[0]] for i, clue in enumerate(clues))
    balanced = sum(map(sum, clues[:size[0]])) == sum(map(sum, clues[size[0]:]))
    need(fit and balanced, 2, "a clue does not fit its line, or rows and columns have different sums")
    return size[0], size[1], clues

class State:
    """What is known: the black and the white cells of each line as bit sets (bit i is cell i of the line), and the
    first and the last possible start of each block. Lines, cells, blocks and positions are counted from 0."""

    def __init__(self, rows, columns, clues):
        self.rows, self.columns, self.clues, self.changes = rows, columns, clues, []
        self.black, self.white = [0] * len(clues), [0] * len(clues)
        self.lengths = [columns] * rows + [rows] * columns
        self.earliest = earliest = [list(accumulate([0] + [run + 1 for run in clue])) for clue in clues]
        self.slack = [length + 1 - starts.pop() for length, starts in zip(self.lengths, earliest)]
        self.bounds = [[(at, at + slack) for at in starts] for slack, starts in zip(self.slack, earliest)]
        counts = [slack * len(clue) for slack, clue in zip(self.slack, clues)]
        *self.begin, self.literals = accumulate([rows * columns] + counts)

    def put(self, table, index, value):
        self.changes.append((table, index, table[index]))
        table[index] = value

    def colour(self, table, line, at):
        """Adds a cell to `self.black` or `self.white`."""
        self.put(table, line, table[line] | 1 << at)
        line, at = (self.rows + at, line) if line < self.rows else (at, line - self.rows)
        self.put(table, line, table[line] | 1 << at)

    def value(self, literal, change=False):
        """Returns whether a literal is true; None if that is not known. With `change`, makes it true in that case."""
        number, cells = abs(literal) - 1, self.rows * self.columns
        if number < cells:  # "The cell is black."
            row, column = divmod(number, self.columns)
            true, false = self.black[row] >> column & 1, self.white[row] >> column & 1
            if change and not true and not false:
                self.colour(self.black if literal > 0 else self.white, row, column)
        else:  # "The block starts at or before the position."
            line = bisect_right(self.begin, number) - 1
            block, delay = divmod(number - self.begin[line], self.slack[line])
            bounds, position = self.bounds[line], self.earliest[line][block] + delay
            true, false = bounds[block][1] <= position, bounds[block][0] > position
            if change and not true and not false:
                new = (bounds[block][0], position) if literal > 0 else (position + 1, bounds[block][1])
                self.put(self.bounds, line, bounds[:block] + [new] + bounds[block + 1:])
        return bool(true) == (literal > 0) if true or false else None

    def visit(self, clause):
        """Propagates a clause: if all literals but one are false, that one is true."""
        rest = [literal for literal in clause if self.value(literal) is not False]
        if not rest:
            raise Contradiction
        if len(rest) == 1:
            self.value(rest[0], True)

    def solve(self, line):
        """Solves a line completely: adds what all its fillings have in common that fit what is known. One more white
        cell ends the line, and every block includes the white cell after it: a filling is a path of these steps."""
        clue, cells = self.clues[line], (1 << self.lengths[line]) - 1
        free = 2 * cells + 1 & ~self.black[line]
        fits, reached = [], [up(1, free)]  # Where each block fits, and what is reached with so many blocks.
        for run, (first, last) in zip(clue, self.bounds[line]):
            starts = (2 << last) - (1 << first) & ~(spread(self.white[line], run) >> run - 1)
            fits.append(starts & free >> run & reached[-1])
            reached.append(up(fits[-1] << run + 1, free))
        if not reached[-1] >> self.lengths[line] + 1:
            raise Contradiction
        completed, bounds = down(2 * cells + 2, free), []  # From where the rest of the line can be completed.
        may_black, may_white = 0, reached[-1] & free & completed >> 1
        for run, starts, before in reversed(list(zip(clue, fits, reached))):
            starts &= completed >> run + 1
            bounds.append(((starts & -starts).bit_length() - 1, starts.bit_length() - 1))
            completed = down(starts, free)
            may_black |= spread(starts, run)
            may_white |= starts << run | before & free & completed >> 1
        self.put(self.bounds, line, bounds[::-1])
        for table, found in ((self.black, cells & ~may_white), (self.white, cells & ~may_black)):
            while found & ~table[line]:
                self.colour(table, line, (found & ~table[line]).bit_length() - 1)

    def contradicts(self, clause, hints, clauses):
        """Assumes the opposite of a clause and follows hints. Returns whether they lead to a contradiction."""
        try:
            for literal in clause:
                self.visit([-literal])
            for hint in hints:
                need(hint and -len(clauses) <= hint <= len(self.clues), 1, "a hint names nothing")
                self.solve(hint - 1) if hint > 0 else self.visit(clauses[-hint - 1])
        except Contradiction:
            return True
        return False

def spread(cells, run):
    """Adds the run - 1 positions after each cell."""
    return cells if run == 1 else spread(cells | cells << run // 2, run - run // 2)

def up(places, free):
    """Adds the positions that are reached from a place over free cells: an addition carries through a run of ones."""
    return (free + (places & free) ^ free) | places

def down(places, free, step=1):
    """Adds the positions from which a place is reached over free cells; `free` has those where `step` of them begin."""
    return down(places | places >> step & free, free & free >> step, 2 * step) if free else places

def check_steps(state, steps, clauses):
    """Follows the steps, `keep HINTS` and `learn CLAUSE by HINTS`. The last one must find a contradiction."""
    found = False
    for step in steps:
        need(not found, 1, "a step follows the contradiction")
        *learn, hints = [[int(token) for token in part.split()[1:]] for part in re.split(b"(?=by)", step)]
        clause = learn[0] if learn else []
        need(all(0 < abs(literal) <= state.literals for literal in clause), 1, "a literal names nothing")
        found = state.contradicts(clause, hints, clauses)
        if learn:
            need(found, 1, "the hints of a step lead to no contradiction: " + step[:60].decode())
            for table, index, value in reversed(state.changes):
                table[index] = value
            clauses.append(clause)
            found = len(clause) == 1 and state.contradicts([-clause[0]], [], [])
        state.changes.clear()
    need(found, 1, "the steps lead to no contradiction")

def prove(instance, proof):
    """Returns what is proved."""
    rows, columns, clues = read_instance(instance)
    begin = HEADER.match(proof)
    need(begin, 2, "the proof does not begin with `judge-proof 1 picross`, a bound and the digest of an instance")
    text = "%d %d\n" % (rows, columns) + "".join(" ".join(map(str, clue or [0])) + "\n" for clue in clues)
    need(begin[2].decode() == hashlib.sha256(text.encode()).hexdigest(), 1, "the proof is of another instance")
    *lines, rest = proof[begin.end():].split(b"\n")
    need(not rest and lines and lines[0] in CLAIMS, 2, "the proof has no claim, or its last line has no end")
    bound, count = CLAIMS[lines[0]]
    grids = [lines[at:at + rows + 1] for at in range(1, 1 + count * (rows + 1), rows + 1)]
    valid = all(len(grid) > rows and grid.pop(0) == b"solution" for grid in grids)
    valid = valid and all(len(row) == columns and not row.strip(b"#.") for grid in grids for row in grid)
    steps = lines[1 + count * (rows + 1):]
    need(valid and all(map(STEP.fullmatch, steps)), 2, "the proof has other lines than the solutions and the steps")
    need(int(begin[1]) == bound, 1, "the bound does not suit the claim")
    for grid in grids:
        for cells, clue in zip(grid + [bytes(column) for column in zip(*grid)], clues):
            need([len(run) for run in cells.split(b".") if run] == clue, 1, "a solution does not fit a clue")
    need(count < 2 or grids[0] != grids[1] and not steps, 1, "the solutions are equal, or there are superfluous steps")
    # The first clause of a proof that a solution is the only one: some cell differs from it.
    clauses = [[-i if cell == 35 else i for i, cell in enumerate(b"".join(grid), 1)] for grid in grids]
    if count < 2:
        check_steps(State(rows, columns, clues), steps, clauses)
    return PROVED[count]

def check(instance, proof):
    """Returns the exit code and a message."""
    try:
        return 0, "proved: " + prove(instance, proof)
    except Failed as failed:
        return failed.args

if __name__ == "__main__":
    try:
        code, message = check(*[open(path, "rb").read() for path in sys.argv[1:]])
    except (OSError, TypeError) as error:  # A file cannot be read, or there are not two.
        code, message = 2, error
    print(message)
    sys.exit(code)
