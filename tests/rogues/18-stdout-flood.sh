#!/bin/sh
# Writes without end.
# expected: output-limit
exec yes SRSLS
