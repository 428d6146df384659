set -e
set -- {{ program }} --contest {{ contest }} --report report.html{{ options }}
if [ -e .accepted/{{ name }} ]; then
  set -- "$@" --against .accepted/{{ name }}
fi
judge try "$@"
rm -rf .accepted
mkdir .accepted
cp -R {{ program }} .accepted/{{ name }}
rm -rf .accepted/{{ name }}/.judge
