# Three teams with one program, which leaves files, links and a process for the next run and fails if it finds any.
# expected 31a-leaves-files: accepted
# expected 31b-leaves-files: accepted
# expected 31c-leaves-files: accepted
for letter in a b c; do
    mkdir "$1/31$letter-leaves-files"
    cat > "$1/31$letter-leaves-files/solver" <<'SOURCE'
#!/bin/sh
for place in /tmp /dev/shm /var/tmp . /submission; do
    for left in "$place"/rogue-* "$place"/.rogue-*; do
        [ -e "$left" ] && { echo "found $left" >&2; exit 1; }
    done
    echo RRRR 2>/dev/null > "$place/rogue-left"
    ln -s / "$place/.rogue-link" 2>/dev/null
done
[ "$(ls /tmp)" = rogue-left ] || { echo "unexpected files in /tmp" >&2; exit 1; }
[ "$(ls -d /proc/[0-9]* | wc -l)" -le 6 ] || { echo "unexpected processes" >&2; exit 1; }
setsid sleep 1000 >/dev/null 2>&1 &
echo SRSLS
SOURCE
    chmod +x "$1/31$letter-leaves-files/solver"
done
