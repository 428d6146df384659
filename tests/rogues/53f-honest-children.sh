#!/bin/sh
# Starts many short-lived children and waits for each: it must be charged only what they use.
# expected: accepted
for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    /bin/true
    (sleep 0.06)
    wc -c < /proc/self/status > /dev/null
done
echo SRSLS
