"""Checks a tour and computes its length.

Called as `check.py INPUT ANSWER FEEDBACK_DIR` with the team's answer on standard input, like an output validator of the
Kattis problem package format. Exit code 42 accepts and writes the length to score.txt. Exit code 43 rejects and writes
the reason to teammessage.txt. Any other exit code means that the instance or this program is broken.

The answer is handled as bytes: no output of a program can fail to decode. Time and memory are linear in its size.
"""

import math
import os
import sys

ACCEPT, REJECT, BROKEN = 42, 43, 1

# 2,000 cities need 10 KB; the rest is room for white space.
ANSWER_LIMIT = 4 * 1024 * 1024
COORDINATE_LIMIT = 1_000_000


def main():
    _, input_file, _, feedback = sys.argv  # the second file, a reference answer, is not needed
    try:
        cities = read_instance(input_file)
    except ValueError as error:
        write(feedback, "judgemessage.txt", f"the instance is broken: {error}")
        sys.exit(BROKEN)
    # One byte more than allowed tells an answer that is too long from one that just fits.
    answer = sys.stdin.buffer.read(ANSWER_LIMIT + 1)
    try:
        tour = read_tour(answer, len(cities))
    except ValueError as error:
        write(feedback, "teammessage.txt", str(error))
        write(feedback, "judgemessage.txt", str(error))
        sys.exit(REJECT)
    # A tour visits all cities and returns: the city before the first one, tour[-1], is the last one.
    length = sum(distance(cities[tour[i - 1]], cities[tour[i]]) for i in range(len(tour)))
    write(feedback, "score.txt", f"{length // 100}.{length % 100:02}")
    sys.exit(ACCEPT)


def distance(a, b):
    """Returns the Euclidean distance in hundredths, rounded to the nearest.

    With s = (dx² + dy²) · 100², the result is floor(√s + 1/2) = floor((floor(√(4s)) + 1) / 2). Integers give the same
    result on every machine, and no distance is halfway: (k + 1/2)² is not an integer.
    """
    dx, dy = a[0] - b[0], a[1] - b[1]
    return (math.isqrt(40000 * (dx * dx + dy * dy)) + 1) // 2


def read_instance(path):
    """Returns the coordinates of all cities. Raises ValueError if the file is not an instance."""
    with open(path, "rb") as file:
        numbers = [number(word) for word in file.read().split()]
    if not numbers or None in numbers or len(numbers) != 1 + 2 * numbers[0] or numbers[0] < 1:
        raise ValueError("expected the number of cities n, then n pairs of integers")
    if max(numbers[1:]) > COORDINATE_LIMIT:
        raise ValueError(f"coordinates go from 0 to {COORDINATE_LIMIT}")
    return list(zip(numbers[1::2], numbers[2::2]))


def read_tour(answer, n):
    """Returns the answer as a permutation of 0 to n - 1. Raises ValueError with a message for the team if it is none.

    Positions are counted from 0, like cities: position 0 is where the tour starts.
    """
    if len(answer) > ANSWER_LIMIT:
        raise ValueError(f"the answer is longer than {ANSWER_LIMIT // 1024**2} MiB")
    words = answer.split(None, n)  # at most n words and the rest in one piece, however long the answer is
    if not words:
        raise ValueError(f"the answer is empty; expected the {n} cities of a tour")
    tour, position_of = [], [None] * n
    for position, word in enumerate(words[:n]):
        city = number(word)
        if city is None:
            raise ValueError(f"position {position}: `{shown(word)}` is not the number of a city")
        if city >= n:
            raise ValueError(f"position {position}: there is no city {shown(word)}; cities go from 0 to {n - 1}")
        if position_of[city] is not None:
            raise ValueError(f"city {city} is visited twice, at positions {position_of[city]} and {position}")
        position_of[city] = position
        tour.append(city)
    if len(tour) < n:
        raise ValueError(f"the tour has {len(tour)} of {n} cities; city {position_of.index(None)} is missing")
    if len(words) > n:
        extra = words[n].split(None, 1)[0]
        hint = "; do not write the way back to the start" if number(extra) == tour[0] else ""
        raise ValueError(f"`{shown(extra)}` follows after all {n} cities{hint}")
    return tour


def number(word):
    """Returns the value of a decimal number without sign and leading zeros, or None if the word is something else."""
    if not word.isdigit() or (word[:1] == b"0" and word != b"0"):
        return None
    # The time of int() is quadratic in the number of digits, and newer versions of Python refuse 4,300 digits. Nine
    # digits exceed every limit here.
    return int(word[:9])


def shown(word):
    """Returns the start of a word from an answer in printable ASCII."""
    return ascii(word[:20])[2:-1] + ("…" if len(word) > 20 else "")


def write(feedback, name, text):
    with open(os.path.join(feedback, name), "w", encoding="utf-8") as file:
        file.write(text + "\n")


main()
