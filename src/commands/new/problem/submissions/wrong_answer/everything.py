# Packs all items, which is too heavy. `judge lint` runs this program and expects a rejected answer.
n = int(input().split()[0])
print(n, *range(n))
