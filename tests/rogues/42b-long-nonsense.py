# An invalid answer of almost the largest size, with characters that a careless parser fails on.
# expected: rejected
import sys

sys.stdout.write("S" * 300_000 + "RL" * 100_000 + "((((" * 50_000 + "\u202e\U0001f916" * 10 + "\r" * 1000)
