# A hundred thousand answers, most of them invalid; the last one counts.
# expected: accepted
import sys

sys.stdout.write("RRRR\n\n" * 50_000 + "\n \t\r\n" * 50_000 + "\ufeff\n\n" + "SRSLS\n")
