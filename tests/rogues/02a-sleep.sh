#!/bin/sh
# Sleeps, using no CPU time at all.
# expected: time-limit
sleep 1000
echo SRSLS
