#!/bin/sh
# Prints the right answer, then exits with a code that looks like a signal.
# expected: crashed
echo SRSLS
exit 137
