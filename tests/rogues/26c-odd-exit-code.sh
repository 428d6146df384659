#!/bin/sh
# Prints the right answer, then ends with a code that looks like a signal.
# expected: crashed
echo SRSLS
exit 137
