set -e
if [ -n "$(git ls-files .accepted)" ]; then
  echo ".accepted is for the job: remove it from the repository" >&2
  exit 1
fi
set -- {{ program }} --contest {{ contest }} --report report.html{{ options }}
if [ -e .accepted/{{ name }} ]; then
  set -- "$@" --against .accepted/{{ name }}
fi
judge try "$@"
rm -rf .accepted
mkdir .accepted
cp -R {{ program }} .accepted/{{ name }}
rm -rf .accepted/{{ name }}/.judge
