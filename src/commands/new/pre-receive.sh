#!/bin/sh
# A pre-receive hook of git: refuses a push if the program is not built, if an answer is not accepted, or if the score
# is below that of the version that the branch has. Written by `judge new ci`; `judge help ci` describes it.
set -eu
program={{ program }}
contest={{ contest }}

none=$(git hash-object --stdin </dev/null | tr 0-9a-f 0)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

refuse() {
  echo "$ref: $1" >&2
  exit 1
}

# Writes the program of a commit to a folder. Earlier tries in the commit are not trusted, nor is a link.
extract() {
  mkdir -p "$2"
  GIT_INDEX_FILE=$work/index
  export GIT_INDEX_FILE
  rm -f "$GIT_INDEX_FILE"
  git read-tree "$1"
  # Attributes in the commit could make the files differ from what is pushed.
  git ls-files -z -- .gitattributes '*/.gitattributes' | git --work-tree="$2" update-index -z --force-remove --stdin
  git ls-files -z -- "$program" | git --work-tree="$2" checkout-index -q -z --stdin --prefix="$2/"
  unset GIT_INDEX_FILE
  if [ -L "$2/$program" ] || [ ! -e "$2/$program" ]; then
    refuse "$program is a link or missing in $1"
  fi
  if [ -d "$2/$program" ]; then
    rm -rf "$2/$program/.judge"
  fi
}

while read -r old new ref; do
  case $ref in
    refs/heads/*) ;;
    *) continue ;;
  esac
  if [ "$new" = "$none" ]; then
    continue
  fi
  # A new branch is compared with the default branch.
  if [ "$old" = "$none" ]; then
    old=$(git rev-parse --quiet --verify HEAD || echo "$none")
  fi
  git cat-file -e "$new:$program" 2>/dev/null || refuse "the commit has no $program"
  rm -rf "$work/new" "$work/old"
  extract "$new" "$work/new"
  set -- "$work/new/$program" --contest "$contest"{{ options }}
  if [ "$old" != "$none" ] && git cat-file -e "$old:$program" 2>/dev/null; then
    extract "$old" "$work/old"
    set -- "$@" --against "$work/old/$program"
  fi
  judge try "$@" </dev/null >&2 || refuse "refused, see above"
done
