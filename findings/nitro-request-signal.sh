#!/usr/bin/env bash
# nitro 3.0.0 (the newest on npm; it brings srvx 0.8 and h3 2.0.1-rc.2), preset node_server, Node 20: the signal of a route's request is aborted as
# soon as its body has been read, because srvx 0.8 takes the `close` of Node's IncomingMessage, which comes after the last byte of a body, for a
# client that left. A handler that ends its work when `req.signal` aborts (as fetch and database clients do that are handed the signal) ends
# every POST; a GET is not affected. srvx 1.0 does not do so.
# Output seen: {"read":5,"aborted":true} for POST, {"read":0,"aborted":false} for GET.
# Exits with 1 if the signal of a request that was read whole is no longer aborted.
set -euo pipefail
cd "$(mktemp -d)"
echo '{"type":"module","private":true}' >package.json
npm install --no-audit --no-fund --loglevel=error nitro@3.0.0 vite@7
mkdir routes
echo 'export default { serverDir: "./", preset: "node_server" }' >nitro.config.js
cat >routes/read.js <<'JS'
export default async ({ req }) => {
  const { signal } = req
  const { length } = await req.text()
  // The client waits for this answer, so it has not left.
  await new Promise((resolve) => setTimeout(resolve, 300))
  return { read: length, aborted: signal.aborted }
}
JS
npx nitro build >build.log 2>&1 || { cat build.log; exit 1; }
PORT=18977 HOST=127.0.0.1 node .output/server/index.mjs &
trap 'kill %1' EXIT
for _ in $(seq 100); do curl -s -o /dev/null http://127.0.0.1:18977/read && break || sleep 0.2; done
get=$(curl -s http://127.0.0.1:18977/read)
post=$(curl -s -d hello http://127.0.0.1:18977/read)
echo "$get $post"
[ "$(tr -d ' \n' <<<"$post")" = '{"read":5,"aborted":true}' ] && [ "$(tr -d ' \n' <<<"$get")" = '{"read":0,"aborted":false}' ]
