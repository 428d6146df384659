#!/bin/sh
# Never reads its instance, which is larger than any pipe.
# expected: accepted
exec <&-
echo SRSLS
