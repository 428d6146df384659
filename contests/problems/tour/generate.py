"""Generates an instance of the tour problem.

Called as `generate.py cities=100 layout=uniform seed=7`; writes the instance to standard output. The same arguments
give the same instance on every machine and in every version of Python:

- The only source of randomness is the method random() of random.Random. It is the only one whose sequence Python
  guarantees not to change for a given seed; randrange, shuffle, sample and gauss have changed before.
- Each value is made of it by one multiplication, which IEEE 754 defines to the last bit, and by integers. Functions
  such as math.cos and math.log are avoided: their last bit depends on the C library.
"""

import math
import random
import sys

DEFAULTS = {"cities": "100", "layout": "uniform"}
CITIES = range(3, 2001)
SIZE = 1000  # coordinates go from 0 to SIZE


def main():
    arguments = parse(sys.argv[1:])
    layout = LAYOUTS.get(arguments["layout"])
    if layout is None:
        fail(f"layout={arguments['layout']}: expected one of {', '.join(LAYOUTS)}")
    n = integer(arguments, "cities")
    if n not in CITIES:
        fail(f"cities={n}: expected {CITIES[0]} to {CITIES[-1]}")
    cities = layout(n, random.Random(integer(arguments, "seed")))
    print(n)
    for x, y in cities:
        print(x, y)


def parse(words):
    """Returns the arguments as a dictionary, with defaults for those that are not given."""
    given = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in [*DEFAULTS, "seed"]:
            fail(f"unknown argument `{word}`; expected {', '.join(f'{key}=…' for key in [*DEFAULTS, 'seed'])}")
        if key in given:
            fail(f"{key} is given twice")
        given[key] = value
    if "seed" not in given:
        fail("seed is missing; give an integer, for example seed=1")
    return {**DEFAULTS, **given}


def integer(arguments, key):
    # int() alone would also read `1_000`, ` 7 ` and digits of other scripts. Negative seeds are refused because
    # random.Random ignores the sign. The length keeps int() fast.
    text = arguments[key]
    if not (text.isascii() and text.isdigit()) or len(text) > 100:
        fail(f"{key}={text}: expected an integer that is not negative")
    return int(text)


def fail(message):
    print(f"generate.py: {message}", file=sys.stderr)
    sys.exit(1)


def below(rng, n):
    """Returns an integer from 0 to n - 1."""
    # The product is below n for every n up to 2⁵³, because random() is at most 1 - 2⁻⁵³.
    return int(rng.random() * n)


def uniform(n, rng):
    """Cities anywhere on the square."""
    return different(n, lambda: (below(rng, SIZE + 1), below(rng, SIZE + 1)))


def clusters(n, rng):
    """Towns around random centres, dense in the middle."""
    # About √n / 2 towns. Few large ones would be `uniform` again, many small ones a smaller instance of it.
    centres = uniform(max(2, math.isqrt(n) // 2), rng)
    reach = 50

    def city():
        x, y = centres[below(rng, len(centres))]
        # The sum of three uniform values is close to a normal distribution, in integers.
        x += sum(below(rng, 2 * reach + 1) - reach for _ in range(3))
        y += sum(below(rng, 2 * reach + 1) - reach for _ in range(3))
        return x, y

    return different(n, city)


def lattice(n, rng):
    """Crossings of a square grid, about four in five of them, in random order."""
    side = math.isqrt(max(4, n * 5 // 4) - 1) + 1  # the smallest whose square is large enough
    spacing = SIZE // (side - 1)
    crossings = [(x * spacing, y * spacing) for x in range(side) for y in range(side)]
    for i in range(n):  # the first n steps of a Fisher–Yates shuffle
        j = i + below(rng, len(crossings) - i)
        crossings[i], crossings[j] = crossings[j], crossings[i]
    return crossings[:n]


def different(n, city):
    """Returns n different cities on the square, each made by calling a function."""
    found = {}  # a dictionary keeps the order of insertion; the order of a set is not defined
    while len(found) < n:
        x, y = city()
        if 0 <= x <= SIZE and 0 <= y <= SIZE:
            found[x, y] = None
    return list(found)


LAYOUTS = {"uniform": uniform, "clusters": clusters, "lattice": lattice}

main()
