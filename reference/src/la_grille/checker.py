"""Checks a proof that no placement of pawns on an instance of La Grille scores more than a bound.

Usage: python3 checker.py INSTANCE PROOF
Exit code 0: proved. 1: refused, the proof does not show it. 2: unreadable, one of the files is not in its format.

The proof divides the placements into cases, which are sets of colours for all cells. Multipliers put prices on the
constraints between cells, so that every cell and every 2 x 2 block can be optimised on its own: an upper bound. It
closes the case, or removes colours from cells. `judge help proofs` describes the format and the theorem.
"""
import hashlib, re, sys
YELLOW, GREEN, BLACK, BLUE, ORANGE, RED = range(6)
COLOURS = [[colour for colour in range(6) if colours >> colour & 1] for colours in range(64)]
PAIRS = [(0, 1), (2, 3), (0, 2), (1, 3), (0, 3), (1, 2)]  # of a block: upper left and right, lower left and right
LARGEST, IMPOSSIBLE, REFUSED, UNREADABLE = 2**63 - 1, 10**40, 1, 2  # largest number, more than any sum; exit codes

class Failure(Exception):
    """The exit code and the reason."""
def need(condition, reason, code=REFUSED):
    if not condition:
        raise Failure(code, reason)

def read_lines(text):
    """Returns the words of the lines that are not blank."""
    lines = text[3 * text.startswith(b"\xef\xbb\xbf"):].replace(b"\t", b" ").split(b"\n")
    lines = [line[:-1] if line.endswith(b"\r") else line for line in lines]
    return [words for words in ([word for word in line.split(b" ") if word] for line in lines) if words]

def integers(words):
    for word in words:
        need(re.fullmatch(rb"-?[0-9]+", word) and len(word.lstrip(b"-").lstrip(b"0")) < 20
             and abs(int(word[-20:])) <= LARGEST, "not a whole number of 64 bits: %r" % word[:40], UNREADABLE)
    return [(-1 if word.startswith(b"-") else 1) * abs(int(word[-20:])) for word in words]

def read_instance(text):
    """Returns the size of the grid, the penalty, the values and the digest."""
    rows = [integers(words) for words in read_lines(text)]
    need(rows and len(rows[0]) == 2 and min(rows[0]) > 0, "the instance does not begin with `t p`", UNREADABLE)
    (t, p), values = rows[0], [value for row in rows[1:] for value in row]
    need(t * t <= 16000000 and list(map(len, rows[1:])) == [t] * t, "the grid is too large, or not t x t", UNREADABLE)
    most = t * t * (6 + 4 * t) * p + sum(6 * (abs(value) + 1) for value in values)
    need(most <= LARGEST // 8, "the numbers of the instance are too large", UNREADABLE)
    canonical = "".join("%s\n" % " ".join(map(str, row)) for row in rows)
    return t, p, values, hashlib.sha256(canonical.encode()).hexdigest()

def read_proof(text):
    """Returns the bound, the digest, the penalty, the figures and the steps of each mode."""
    lines = read_lines(text)
    head = [[b"judge-proof", b"1", b"la-grille"], [b"instance"], [b"penalty"]]
    need([line[:-1] for line in lines[:3]] == head, "this is not a proof for la-grille", UNREADABLE)
    (bound, penalty), digest = integers([lines[0][-1], lines[2][-1]]), lines[1][-1]
    need(re.fullmatch(rb"[0-9a-f]{64}", digest), "the digest has not 64 hexadecimal digits", UNREADABLE)
    figures, modes = [], []
    for word, *numbers in lines[3:]:
        if word == (b"doubled", b"undoubled", b"")[len(modes)] and not numbers:
            modes.append([])
            continue
        numbers = integers(numbers)
        fits = {b"figure": numbers and not modes, b"branch": len(numbers) == 2 and modes}
        fits[b"close"] = fits[b"price"] = len(numbers) % 2 and modes
        need(fits.get(word), "%r is not expected, or with other numbers" % word[:40], UNREADABLE)
        (modes[-1] if modes else figures).append((word, numbers))
    need(modes, "the proof has no part `doubled`", UNREADABLE)
    return bound, digest.decode(), penalty, [numbers for _, numbers in figures], modes

class Grid:
    def __init__(self, t, values, penalty, figures):
        self.t, self.n, self.q, self.values = t, t * t, penalty, values
        # Oranges on a line attack each other: rows, columns, two kinds of diagonals, then the figures of the proof.
        self.through = [(r, t + c, 3 * t + r - c, 4 * t + r + c) for r in range(t) for c in range(t)]
        self.lines = [[] for _ in range(6 * t)] + figures
        for line, cell in ((line, cell) for cell, lines in enumerate(self.through) for line in lines):
            self.lines[line].append(cell)
        for f in figures:
            ascends = 2 <= len(f) <= 5 and all(0 <= a < b < self.n for a, b in zip(f, f[1:]))
            need(ascends and all(set(self.through[a]) & set(self.through[b]) for a in f for b in f), "not a figure")
        self.cross = [sum(self.values[other] for other in [cell] + self.near(cell, 1)) for cell in range(self.n)]
        self.blocks = [(c, c + 1, c + t, c + t + 1) for c in range(t * t - t) if c % t < t - 1]

    def near(self, cell, most):
        """Returns the neighbours of a cell whose row and column differ by at most `most` together."""
        r, c = divmod(cell, self.t)
        steps = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if 0 < abs(i) + abs(j) <= most]
        return [cell + i * self.t + j for i, j in steps if 0 <= r + i < self.t and 0 <= c + j < self.t]

    def green_sets(self, block, may, must, scale):
        """Returns the sets of greens that are possible in a block, and their penalties."""
        (r, c), last, sets = divmod(block[0], self.t), self.t - 2, []
        # A green beside another green could be yellow or blue instead, unless that costs more than a penalty.
        avoidable = [self.cross[c] <= max(self.values[c], 0 if self.values[c] < 0 else self.q) for c in block]
        halves = [r > 0, r < last, c > 0, c < last, False, False]  # the pairs of which half is in another block
        for greens in range(16):
            pairs = [(a, b, half) for (a, b), half in zip(PAIRS, halves) if greens >> a & greens >> b & 1]
            if greens & ~may == must & ~greens == 0 and not any(avoidable[a] or avoidable[b] for a, b, _ in pairs):
                sets.append((greens, sum(self.q * scale // (2 if half else 1) for _, _, half in pairs)))
        return sets

    def constraint(self, index, doubled):
        """Returns a constant, terms (colour, cells, factor), and the least and the largest multiplier in points."""
        cells, at, line = range(self.n), index - 3, index - 3 - self.n - 4 * len(self.blocks)
        if index == 0:  # at most t blacks, or more
            return (self.t if doubled else -self.t - 1), [(BLACK, cells, -1 if doubled else 1)], 0, LARGEST
        if index == 1:  # one red
            return 1, [(RED, cells, -1)], -LARGEST, LARGEST
        if index == 2:  # as many blues on positive values as on negative ones, or penalties
            return 0, [(BLUE, [c for c in cells if self.values[c] * sign > 0], sign) for sign in (-1, 1)], 0, self.q
        if at < self.n:  # a yellow has a yellow neighbour; or a penalty, if the value is larger
            terms = [(YELLOW, [at], -1), (YELLOW, self.near(at, 2), 1)]
            return 0, terms, 0, LARGEST if self.values[at] <= self.q else self.q
        if line < 0:  # a cell is green if it is so in the block; the block is paid for it
            return 0, [(GREEN, [self.blocks[(at - self.n) // 4][(at - self.n) % 4]], -1)], -LARGEST, LARGEST
        return 1, [(ORANGE, self.lines[line], -1)], 0, LARGEST  # at most one orange

    def reduce(self, doubled, goal, domains, numbers):
        """Removes the colours with which no placement reaches the goal; returns whether a placement may be left."""
        scale, total, last, count, paid = numbers[0], 0, -1, 3 + self.n + 4 * len(self.blocks) + len(self.lines), {}
        need(1 <= scale <= 1000000, "the scale is not between 1 and 1000000")
        worth = [[scale * v for v in (v, x, (v - 1) << doubled, 0, 0, -v)] for v, x in zip(self.values, self.cross)]
        for index, price in zip(numbers[1::2], numbers[2::2]):
            need(last < index < count, "the indices do not ascend, or one is too large")
            constant, terms, least, most = self.constraint(index, doubled)
            need(least <= price <= most * scale, "multiplier %d is out of range" % index)
            total, last, paid[index] = total + constant * price, index, price
            for colour, cells, factor in terms:
                for cell in cells:
                    worth[cell][colour] += factor * price
        best = [max(own[colour] for colour in COLOURS[domain]) for own, domain in zip(worth, domains)]
        total, goal, losses = total + sum(best), goal * scale, [[0] * self.n, [0] * self.n]  # if not green, if green
        for number, block in enumerate(self.blocks):
            may = sum((domains[cell] >> GREEN & 1) << place for place, cell in enumerate(block))
            if may:
                must = sum((domains[cell] == 1 << GREEN) << place for place, cell in enumerate(block))
                sums = [0]
                for place in range(4):
                    sums += [other + paid.get(3 + self.n + 4 * number + place, 0) for other in sums]
                sets = [(sums[greens] - cost, greens) for greens, cost in self.green_sets(block, may, must, scale)]
                most = max(sets, default=(-IMPOSSIBLE, 0))[0]
                total += most
                for side, (place, cell) in ((side, place) for side in (0, 1) for place in enumerate(block)):
                    own = max((w for w, greens in sets if greens >> place & 1 == side), default=-IMPOSSIBLE)
                    losses[side][cell] += most - own
        for cell, domain in enumerate(domains):
            for colour in COLOURS[domain]:
                if total - best[cell] + worth[cell][colour] - losses[colour == GREEN][cell] < goal:
                    domains[cell] &= ~(1 << colour)
        return total >= goal

    def propagate(self, doubled, domains):
        """Removes what contradicts cells of a single colour; returns whether a placement may be left."""
        taken = [line for cell, domain in enumerate(domains) if domain == 1 << ORANGE for line in self.through[cell]]
        for cell in {cell for line in taken for cell in self.lines[line] if domains[cell] != 1 << ORANGE}:
            domains[cell] &= ~(1 << ORANGE)
        possible = len(taken) == len(set(taken))
        for colour, least, most in [(RED, 1, 1), (BLACK, 0, self.t) if doubled else (BLACK, self.t + 1, self.n)]:
            decided = domains.count(1 << colour)
            if decided == most:
                domains[:] = bytes(domain & ~(1 << colour) if domain != 1 << colour else domain for domain in domains)
            possible = possible and decided <= most and sum(domain >> colour & 1 for domain in domains) >= least
        return possible and 0 not in domains

def accept(instance, proof):
    (t, p, values, own_digest), (bound, digest, penalty, figures, modes) = instance, proof
    need(digest == own_digest, "the proof is of another instance")
    need(len(modes) == (2 if t > 1 else 1), "a mode is missing, or impossible")
    need(sum(map(len, modes)) * t * t <= 100000000, "there are too many steps")
    need(1 <= penalty <= p, "the penalty is not between 1 and that of the instance")
    grid = Grid(t, values, penalty, figures)
    for doubled, steps in zip((True, False), modes):
        cases = [bytearray([63] * grid.n)]  # the open cases; bit k of a byte: the cell may have colour k
        for number, (word, numbers) in enumerate(steps, 1):
            need(cases, "step %d: no case is open" % number)
            case = cases.pop()
            if word == b"branch":
                cell, colours = numbers
                need(0 <= cell < grid.n and 0 <= colours < 64, "step %d: there are no such colours" % number)
                cases += [bytearray(case), case]
                cases[-2][cell] &= 63 - colours
                cases[-1][cell] &= colours
            else:
                left = grid.propagate(doubled, case) and grid.reduce(doubled, bound + 1, case, numbers)
                need(word == b"price" or not left, "step %d: the multipliers do not close the case" % number)
                cases += [case if left else bytearray(grid.n)] * (word == b"price")
        need(not cases, "a case is open at the end of a mode")

def check(instance, proof):
    """Returns the exit code and a message for the contents of the two files."""
    try:
        instance, proof = read_instance(instance), read_proof(proof)
        accept(instance, proof)
    except Failure as failure:
        return failure.args
    return 0, "proved: at most %d points" % proof[0]

if __name__ == "__main__":
    try:
        files = [open(name, "rb").read() for name in sys.argv[1:]]
        code, message = check(*files) if len(files) == 2 else (UNREADABLE, "usage: checker.py INSTANCE PROOF")
    except OSError as error:
        code, message = UNREADABLE, str(error)
    print(message)
    sys.exit(code)
