#!/bin/sh
# Leaves files, links and a process for the next run, one of which is this program again under another letter; goes on
# when it finds nothing of the kind itself.
# expected: accepted
for place in /tmp /dev/shm /var/tmp . /submission; do
    for left in "$place"/rogue-* "$place"/.rogue-*; do
        [ -e "$left" ] && { echo "found $left" >&2; exit 1; }
    done
    echo RRRR 2>/dev/null > "$place/rogue-left"
    ln -s / "$place/.rogue-link" 2>/dev/null
done
[ "$(ls /tmp)" = rogue-left ] || { echo "strange things in /tmp" >&2; exit 1; }
[ "$(ls -d /proc/[0-9]* | wc -l)" -le 6 ] || { echo "strange processes" >&2; exit 1; }
setsid sleep 1000 >/dev/null 2>&1 &
echo SRSLS
