# Lets a list grow without end.
# expected: memory-limit
hog = []
while True:
    hog.append(bytes(1 << 16))
