# Stops one city early.
n = int(input())
print(*range(n - 1))
