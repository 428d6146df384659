# Writes so slowly that it never ends.
# expected: time-limit
import os
import time

for letter in b"SRSLS" * 1000:
    os.write(1, bytes([letter]))
    time.sleep(1)
