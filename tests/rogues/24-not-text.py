# Writes null bytes and invalid UTF-8.
# expected: rejected
import os

os.write(1, b"SRSLS\0\xff\xfe\xc3(\xed\xa0\x80" * 50)
