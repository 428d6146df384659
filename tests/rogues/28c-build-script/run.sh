[ -f built ] || { echo "not built" >&2; exit 1; }
[ -s caught ] && { cat caught >&2; exit 1; }
[ -s stolen ] && { echo "something was stolen" >&2; exit 1; }
[ -e /tmp/rogue-build ] || [ -e /dev/shm/rogue-build ] && { echo "the build left a file" >&2; exit 1; }
before=$(wc -c < late 2>/dev/null); sleep 0.2; after=$(wc -c < late 2>/dev/null)
[ "$before" = "$after" ] || { echo "the build is still alive" >&2; exit 1; }
echo SRSLS
