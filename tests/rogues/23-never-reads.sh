#!/bin/sh
# Never reads its instance, which is larger than a pipe buffer.
# expected: accepted
exec <&-
echo SRSLS
