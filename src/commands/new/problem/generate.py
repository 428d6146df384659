"""Generates an instance. Called as: generate.py KEY=VALUE… seed=N; writes the instance to standard output.

Keys are those of the recipes in contest.toml. Unknown keys and bad values end with exit code 1 and a message on
standard error. The same arguments must give the same instance on every machine and forever, because a secret seed
stands for its instances. So use nothing but random() of random.Random: Python guarantees that its sequence does not
change. randrange, shuffle, sample and gauss have changed before, and sets and clocks differ from run to run.
"""

import random
import sys

KEYS = {"items": "20", "weights": "any"}  # with defaults


def main():
    arguments = dict(KEYS)
    for word in sys.argv[1:]:
        key, equals, value = word.partition("=")
        if not equals or key not in [*KEYS, "seed"]:
            fail(f"unknown argument `{word}`; expected {', '.join(KEYS)} and seed")
        arguments[key] = value
    n = integer(arguments, "items")
    if not 1 <= n <= 200:
        fail(f"items={n}: expected 1 to 200")
    rng = random.Random(integer(arguments, "seed"))

    if arguments["weights"] == "any":
        items = [(1 + below(rng, 100), 1 + below(rng, 100)) for _ in range(n)]
    elif arguments["weights"] == "like-values":
        # Every item is about equally good: a greedy choice is often wrong.
        weights = [10 + below(rng, 90) for _ in range(n)]
        items = [(weight, weight + below(rng, 11)) for weight in weights]
    else:
        fail(f"weights={arguments['weights']}: expected any or like-values")
    print(n, sum(weight for weight, _ in items) // 2)
    for weight, value in items:
        print(weight, value)


def below(rng, n):
    """Returns an integer from 0 to n - 1."""
    return int(rng.random() * n)


def integer(arguments, key):
    text = arguments.get(key, "")
    if not (text.isascii() and text.isdigit()) or len(text) > 100:
        fail(f"{key}={text}: expected an integer that is not negative")
    return int(text)


def fail(message):
    print(f"generate.py: {message}", file=sys.stderr)
    sys.exit(1)


main()
