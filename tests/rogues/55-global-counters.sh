#!/bin/sh
# Searches for counters of the whole machine, which reveal other programs; succeeds if there are none.
# expected: accepted
for file in loadavg stat vmstat meminfo uptime locks sys/fs/file-nr sys/fs/inode-state sys/kernel/ns_last_pid \
    schedstat interrupts softirqs pressure/cpu key-users; do
    [ -e /proc/$file ] && { echo "/proc/$file" >&2; exit 1; }
done
[ -r /proc/self/status ] && echo SRSLS
