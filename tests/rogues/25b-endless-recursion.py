# Recursion without end, which Python notices itself.
# expected: crashed
def deeper(depth):
    return deeper(depth + 1) + 1


deeper(0)
