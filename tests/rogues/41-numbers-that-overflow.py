# Claims to be one of the course's own solution files, with sizes that no computer holds.
# expected: rejected
print("99999999999999999999999999 4294967297 -9223372036854775809 18446744073709551616")
print("S R S L S 0")
