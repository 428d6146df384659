#!/bin/sh
# Writes to standard error endlessly.
# expected: time-limit
exec yes 'this is not fair' >&2
