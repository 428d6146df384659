# Expects a name as the third word of each city, and fails with an IndexError: cities have no names.
n = int(input())
cities = [input().split() for _ in range(n)]
by_name = sorted(range(n), key=lambda i: cities[i][2])
print(*by_name)
