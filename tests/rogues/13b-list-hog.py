# Grows a list endlessly.
# expected: memory-limit
hog = []
while True:
    hog.append(bytes(1 << 16))
