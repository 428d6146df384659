"""Checks a proof that no walk of the sorting robot has fewer steps than a bound.

    python3 checker.py INSTANCE PROOF

Exit status 0: proved. 1: refused, because a condition does not hold. 2: a file is unreadable.
`judge help proofs` describes the format and says why these conditions imply the bound.
"""
import hashlib
import re
import sys


class Wrong(Exception):
    """The exit status and the reason."""


def need(condition, reason, status=1):
    if not condition:
        raise Wrong(status, ("refused: " if status == 1 else "unreadable: ") + reason)


def lines_of(text):
    """Returns the lines that are not blank, last one first."""
    lines = text[3 * text.startswith(b"\xef\xbb\xbf"):].split(b"\n")
    lines = [(line[:-1] if line.endswith(b"\r") else line).strip(b" \t") for line in lines]
    return [line for line in reversed(lines) if line]


def numbers(lines, count=None, word=b""):
    """Removes the next line and returns its numbers, which follow a word."""
    need(lines, "the text ends too early", 2)
    line = lines.pop() if word else b" " + lines.pop()
    well_formed = re.fullmatch(word + rb"(?:[ \t]+-?[0-9]{1,16})*", line)
    need(well_formed, "expected whole numbers after `%s`" % word.decode(), 2)
    found = [int(token) for token in line[len(word):].split()]
    need(count in (None, len(found)), "expected %s numbers on a line" % count, 2)
    need(max(map(abs, found), default=0) <= 10**15, "a number is too large", 2)
    return found


class Instance:
    def __init__(self, text):
        lines = lines_of(re.sub(rb"(?<![0-9])0+(?=[0-9])", b"", text))  # leading zeros
        sizes = self.rows, self.columns, colours = numbers(lines, 3)
        self.cells = self.rows * self.columns
        need(min(sizes) >= 1 and colours <= self.cells <= 16_000_000, "a size is out of range", 2)
        self.wants, self.holds = self.grids(lines, 1), self.grids(lines, 1)
        need(not lines, "the instance has more lines", 2)
        both = self.wants + self.holds
        fits = -1 <= min(both) and max(both) < colours and sorted(self.wants) == sorted(self.holds)
        need(fits, "a colour is out of range or not balanced", 2)
        self.open = [v for v in range(self.cells) if self.wants[v] != self.holds[v]]
        self.begins = [v for v in self.open if self.holds[v] != -1]
        self.distance = [v // self.columns + v % self.columns for v in range(self.cells)]
        rows = [sizes] + [both[v:v + self.columns] for v in range(0, len(both), self.columns)]
        canonical = "".join(" ".join(map(str, row)) + "\n" for row in rows)
        self.digest = hashlib.sha256(canonical.encode()).hexdigest()

    def grids(self, lines, count):
        return [x for _ in range(count * self.rows) for x in numbers(lines, self.columns)]


def steps_by_edges(it, beyond, before):
    """One row or column: how often every edge must be crossed."""
    need(1 in (it.rows, it.columns), "the grid has several rows and several columns")
    last = max(it.open, default=0)
    surplus, carried, ends_beyond, fewest = {}, 0, 0, 0
    for edge, claimed in enumerate(zip(beyond, before)):
        for colour, change in (it.holds[edge], 1), (it.wants[edge], -1):
            old = surplus.get(colour, 0)
            surplus[colour] = old + change
            carried += (colour != -1) * (abs(old + change) - abs(old))
        empty = surplus.get(-1, 0)
        counted = (carried + abs(empty + 1), max(2, carried + abs(empty))) if edge < last else (0, 0)
        need(claimed == counted, "edge %d is crossed %d or %d times" % (edge, *counted))
        ends_beyond += claimed[0]
        fewest = min(ends_beyond, fewest + claimed[1])
    return fewest


def steps_by_prices(it, give, take, hand):
    """Prices of one colour differ by at most the distance between their cells."""
    need(not any(give[v] or take[v] or hand[v] for v in {*range(it.cells)} - {*it.open}), "a black cell has a price")
    priced = {}
    for v in it.open:
        for colour, price in (it.holds[v], give[v]), (it.wants[v], take[v]), (-1, hand[v]):
            priced.setdefault(colour, []).append((v // it.columns, v % it.columns, price))
    for prices in priced.values():
        columns = sorted({column for _, column, _ in prices})
        place = {column: i for i, column in enumerate(columns)}
        # Per column, what the prices so far allow, minus the row. A new price spreads while it lowers that.
        allowed = {sign: [4 * 10**15] * len(columns) for sign in (1, -1)}
        for row, column, price in prices:
            at = place[column]
            for sign, levels in allowed.items():
                level = sign * price - row
                need(level <= levels[at], "the price %d in row %d, column %d is too steep" % (price, row, column))
                levels[at] = level
                for side in range(at + 1, len(columns)), range(at - 1, -1, -1):
                    for i in side:
                        if levels[i] <= level + abs(columns[i] - column):
                            break
                        levels[i] = level + abs(columns[i] - column)
    total = min((it.distance[v] - hand[v] for v in it.begins), default=0) + min((hand[v] for v in it.open), default=0)
    return total + sum(take[v] - give[v] for v in it.open)


def value_of_round(it, layer, unit, cuts, prices):
    """What every walk costs, what it costs to begin at each cell, and what to end there."""
    columns, cells, nodes = it.columns, it.cells, it.cells * len(layer)
    right, down, gain, total = [unit] * nodes, [unit] * nodes, [0] * nodes, 0
    gives, takes = ({v: layer[of[v]] * cells + v for v in it.open} for of in (it.holds, it.wants))
    for multiplier, *cut in cuts:
        need(multiplier >= 0, "a multiplier is negative")
        need(all(a < b for a, b in zip([-1] + cut, cut + [nodes])), "the nodes of a cut are not increasing")
        inside, crossings = set(cut), 2
        pieces = [node % cells for node in cut if gives.get(node % cells) == node]
        whole = all(v + cells * i in inside for v in pieces for i in range(len(layer)))
        need(pieces and whole, "a cut holds no piece, or a piece without all layers of its cell")
        for node in cut:
            crossings -= takes.get(node % cells) == node and gives[node % cells] not in inside
            gain[node] += multiplier
            # This also counts edges that would leave the grid; nobody looks at them.
            for cost, step in (right, 1), (down, columns):
                if node + step not in inside:
                    cost[node] -= multiplier
                if node - step not in inside:
                    cost[node - step] -= multiplier
        total += multiplier * crossings
    for node, price in enumerate(prices):
        fits = node % columns == columns - 1 or abs(price - prices[node + 1]) <= right[node]
        fits &= node % cells >= cells - columns or abs(price - prices[node + columns]) <= down[node]
        need(fits, "the price at node %d is too steep" % node)
    total += sum(prices[takes[v]] - prices[gives[v]] for v in it.open)
    begin = {v: unit * it.distance[v] - prices[v] - gain[v] for v in it.begins}
    return total, begin, {v: prices[v] - gain[v] for v in it.open}


def check_rounds(it, layer, rounds, bound):
    """Excludes beginnings and ends of walks shorter than the bound until no walk is left."""
    begins, ends = it.begins, it.open
    for unit, cuts, prices in rounds:
        need(unit > 0, "a unit is not positive")
        total, begin, end = value_of_round(it, layer, unit, cuts, prices)
        # Where a walk ends tells whether its number of steps is odd.
        most = {v: unit * (bound - 1 - (bound - 1 - it.distance[v]) % 2) for v in ends}
        first = min((total + begin[v] for v in begins), default=None)
        ends = [v for v in ends if first is not None and first + end[v] <= most[v]]
        last = min((total + end[v] - most[v] for v in ends), default=None)
        begins = [v for v in begins if last is not None and begin[v] + last <= 0]
    need(not (begins and ends) if it.open else bound == 0, "the bound is %d, but some walks may be shorter" % bound)


def check_content(it, lines, bound):
    kind, rounds = lines[-1] if lines else b"", []
    if kind in (b"edges", b"prices"):
        lines.pop()
        if kind == b"edges":
            found = [numbers(lines, it.cells - 1, word) for word in (b"beyond", b"before")]
        else:
            found = [numbers(lines, 0, word) + it.grids(lines, 1) for word in (b"give", b"take")]
            found.append(numbers(lines, 0, b"hand") + it.grids(lines, 1) if lines else [0] * it.cells)
        need(not lines, "the proof has more lines", 2)
        proved = (steps_by_edges if kind == b"edges" else steps_by_prices)(it, *found)
        return need(proved >= bound, "the bound is %d, but only %d steps follow" % (bound, proved))
    layer = {colour: i for i, colour in enumerate(sorted({-1} | {it.holds[v] for v in it.open}))}
    while lines or not rounds:
        (unit,), cuts = numbers(lines, 1, b"round"), []
        while lines and lines[-1].startswith(b"cut"):
            cuts.append(numbers(lines, None, b"cut"))
            need(cuts[-1], "a cut has no multiplier", 2)
        rounds.append((unit, cuts, numbers(lines, 0, b"prices") + it.grids(lines, len(layer))))
    check_rounds(it, layer, rounds, bound)


def check(instance, proof):
    """Returns the exit status and a message."""
    try:
        it, lines = Instance(instance), lines_of(proof)
        header = re.fullmatch(rb"judge-proof[ \t]+1[ \t]+sorting-robot([ \t]+-?[0-9]{1,16})", b"".join(lines[-1:]))
        need(header, "expected `judge-proof 1 sorting-robot BOUND`", 2)
        bound, = numbers([header.group(1).strip()], 1)
        digest = re.fullmatch(rb"instance[ \t]+([0-9a-f]{64})", b"".join(lines[-2:-1]))
        need(digest, "expected `instance` and a digest", 2)
        need(digest.group(1).decode() == it.digest, "the proof is of another instance")
        need(bound >= 0, "the bound is negative")
        check_content(it, lines[:-2], bound)
    except Wrong as error:
        return error.args
    return 0, "proved: at least %d steps" % bound


if __name__ == "__main__":
    try:
        need(len(sys.argv) == 3, "expected an instance and a proof", 2)
        status, message = check(*[open(name, "rb").read() for name in sys.argv[1:]])
    except (OSError, Wrong) as error:
        status, message = 2, error.args[-1]
    print(message)
    sys.exit(status)
