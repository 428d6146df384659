#!/bin/sh
# Prints the right answer, then kills itself with the signals that a judge or a cluster may send.
# expected: crashed
echo SRSLS
kill -TERM $$
kill -KILL $$
