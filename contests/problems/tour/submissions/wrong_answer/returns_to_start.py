# Writes the first city once more at the end. The way back is implied, so this visits it twice.
n = int(input())
print(*range(n), 0)
