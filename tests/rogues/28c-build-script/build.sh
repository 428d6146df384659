for path in @WORLD@/grids @WORLD@/teams @WORLD@/results @WORLD@/rogues.toml @JUDGE@ /etc/shadow /root /home /var \
    /proc/1/root/etc/shadow /proc/1/environ ../honest-c ../../runs.csv; do
    cat "$path" >> stolen 2>/dev/null && echo "$path" >> caught
    ls "$path/" >/dev/null 2>&1 && echo "$path" >> caught
    ( : > "$path/rogue-was-here" ) 2>/dev/null && echo "wrote to $path" >> caught
done
: > /tmp/rogue-build
: > /dev/shm/rogue-build
mknod device b 8 0 2>/dev/null && echo "made a device" >> caught
( setsid sh -c 'while :; do echo again >> late; sleep 0.05; done' >/dev/null 2>&1 & )
date +%s%N > built
exit 0
