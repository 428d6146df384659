# Prints a solution file in the course's own format, with numbers that overflow.
# expected: rejected
print("99999999999999999999999999 4294967297 -9223372036854775809 18446744073709551616")
print("S R S L S 0")
