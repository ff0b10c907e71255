#!/usr/bin/env bash
# Bun 1.4.4 (npm package bun) puts a module of its own in the place of `undici`, also where undici 7.30.2 is installed:
# `import { Client } from "undici"` gets a class whose prototype has `request` alone, and `createRequire(…).resolve("undici")` answers
# "undici" instead of a path. `dispatch`, `destroy` and `close` are undefined, and the option `connect` is never called, so that a program
# that checks addresses there has no check. Importing the installed package by its file, "undici/index.js", gets the real one, which works on
# Bun's sockets: `connect` is called, and one connection serves both requests. Node.js and Deno are as expected with either name.
# Seen: "undici: dispatch undefined, resolved to undici" and "undici/index.js: dispatch function, status 200 200, connect called 1 times".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{"type":"module","private":true}' >package.json
npm install --no-audit --no-fund --loglevel=error bun@1.4.4 undici@7.30.2 >/dev/null 2>&1
cat >try.js <<'JS'
import http from "node:http"
import { createRequire } from "node:module"
import net from "node:net"
const server = http.createServer((request, response) => response.end("ok"))
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve))
const { port } = server.address()
const own = await import("undici")
console.log(`undici: dispatch ${typeof own.Client.prototype.dispatch}, resolved to ${createRequire(import.meta.url).resolve("undici")}`)
const { Client } = await import("undici/index.js")
let connects = 0
const connect = (_options, done) => {
  connects++
  const socket = net.connect(port, "127.0.0.1", () => done(null, socket))
}
const client = new Client("http://never.invalid", { connect })
const send = () => client.request({ method: "POST", path: "/", body: "x" }).then(async ({ body, statusCode }) => (await body.text(), statusCode))
console.log(`undici/index.js: dispatch ${typeof client.dispatch}, status ${await send()} ${await send()}, connect called ${connects} times`)
process.exit(0)
JS
for bun in node_modules/@oven/bun-*/bin/bun node_modules/bun/bin/bun.exe; do [ -x "$bun" ] && break; done
"$bun" try.js | tee seen
diff seen - <<'END'
undici: dispatch undefined, resolved to undici
undici/index.js: dispatch function, status 200 200, connect called 1 times
END
