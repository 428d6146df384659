# Visits the cities in the order of their numbers: the simplest valid answer.
n = int(input())
print(*range(n))
