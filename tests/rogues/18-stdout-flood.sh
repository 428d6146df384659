#!/bin/sh
# Writes to standard output endlessly.
# expected: output-limit
exec yes SRSLS
