"""Checks an answer. Called as: check.py INPUT ANSWER FEEDBACK_DIR, with the team's answer on standard input.

Exit code 42 accepts: the value is in FEEDBACK_DIR/score.txt. Exit code 43 rejects: the reason is in teammessage.txt.
Everything else, such as a Python exception, counts as a bug in this file and is never held against a team: reject what
you cannot read, do not crash. `judge lint` tries truncated, changed, empty and huge answers.

Knapsack. Instance: `n capacity`, then n lines `weight value`. Answer: the number of packed items, then the items,
counted from 0. The number comes first so that an answer that was cut off is noticed.
"""

import os
import sys

LIMIT = 1024 * 1024  # bytes of an answer: much more than needed, and small enough to be read into memory


def main():
    _, input_file, _, feedback = sys.argv  # the second file, a reference answer, is not used
    with open(input_file) as file:
        numbers = [int(word) for word in file.read().split()]
    n, capacity = numbers[:2]
    weights, values = numbers[2::2], numbers[3::2]
    try:
        # Bytes, not text: programs may write anything, and decoding could fail.
        items = read_answer(sys.stdin.buffer.read(LIMIT + 1), n)
        weight = sum(weights[i] for i in items)
        if weight > capacity:
            raise Rejection(f"the items weigh {weight}, but the bag holds {capacity}")
    except Rejection as reason:
        write(feedback, "teammessage.txt", str(reason))  # for the team: name the place and the problem
        write(feedback, "judgemessage.txt", str(reason))  # for you; may tell more
        sys.exit(43)
    write(feedback, "score.txt", str(sum(values[i] for i in items)))
    sys.exit(42)


class Rejection(Exception):
    """The answer is not valid."""


def read_answer(answer, n):
    if len(answer) > LIMIT:
        raise Rejection(f"the answer is longer than {LIMIT} bytes")
    words = answer.split(None, n + 2)  # at most n + 2 words, then the rest in one piece: a huge answer stays cheap
    if not words:
        raise Rejection("the answer is empty; write 0 for an empty bag")
    count = number(words[0], n + 1, "the number of items")
    items, position_of = [], {}
    for position, word in enumerate(words[1:count + 1]):
        item = number(word, n, f"position {position}")
        if item in position_of:
            raise Rejection(f"item {item} is packed twice, at positions {position_of[item]} and {position}")
        position_of[item] = position
        items.append(item)
    if len(words) != count + 1:
        raise Rejection(f"the answer announces {count} items, but has {'more' if len(words) > count else len(items)}")
    return items


def number(word, end, what):
    """Returns a word as an integer below `end`. int() alone would also take `+1`, `1_0` and `007`."""
    if word.isdigit() and (word == b"0" or word[:1] != b"0") and len(word) < 10 and int(word) < end:
        return int(word)
    # ascii() makes every byte printable.
    raise Rejection(f"{what}: expected an integer from 0 to {end - 1}, found `{ascii(word[:20])[2:-1]}`")


def write(feedback, name, text):
    with open(os.path.join(feedback, name), "w") as file:
        file.write(text + "\n")


main()
