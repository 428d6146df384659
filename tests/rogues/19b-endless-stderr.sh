#!/bin/sh
# Complains without end.
# expected: time-limit
exec yes 'this is not fair' >&2
