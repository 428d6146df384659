# Numbers the cities from 1 to n. There is no city n, and city 0 is missing.
n = int(input())
print(*range(1, n + 1))
