#!/bin/sh
# Creates teams whose answers, sources and manifests are links, FIFOs, folders or devices, which the judge must not
# follow, read or block on. The team honest-c has submitted the right answer.
# expected 32a-link-as-answer: rejected
# expected 32b-pipe-as-answer: rejected
# expected 32c-folder-as-answer: rejected
# expected 32d-link-as-folder: rejected
# expected 32e-dots-in-name: missing
# expected 32f-device-as-answer: rejected
# expected 32h-link-as-source: missing
# expected 32i-link-as-class: missing
# expected 32j-link-as-manifest: missing
set -e
cd "$1"
for team in 32a-link-as-answer 32b-pipe-as-answer 32c-folder-as-answer 32d-link-as-folder 32e-dots-in-name \
    32f-device-as-answer; do
    mkdir "$team"
    printf '#!/bin/sh\necho SRSLS\n' > "$team/solver"
    chmod +x "$team/solver"
    [ "$team" = 32d-link-as-folder ] || mkdir "$team/answers"
done
ln -s ../../honest-c/answers/swap.txt 32a-link-as-answer/answers/swap.txt
mkfifo 32b-pipe-as-answer/answers/swap.txt
mkdir 32c-folder-as-answer/answers/swap.txt
ln -s ../honest-c/answers 32d-link-as-folder/answers
echo SRSLS > '32e-dots-in-name/answers/..swap.txt'
echo SRSLS > '32e-dots-in-name/answers/..\swap.txt'
ln -s /dev/zero 32f-device-as-answer/answers/swap.txt
mkdir 32h-link-as-source 32i-link-as-class
ln -s ../honest-c/solver.c 32h-link-as-source/solver.c
ln -s "$PWD/honest-c/solver.c" 32i-link-as-class/solver.java
mkdir 32j-link-as-manifest
ln -s /etc/passwd 32j-link-as-manifest/submission.toml
