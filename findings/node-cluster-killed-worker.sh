#!/usr/bin/env bash
# node:cluster of Node.js 20.20.2, 22.23.3 and 24.21.0 with its default policy, SCHED_RR: a connection that the primary has sent to a worker that is
# killed before it takes the connection is neither given to another worker nor closed. The client waits until its own time limit, although other workers are
# idle, because the primary keeps the socket while it waits for the answer of the dead one. With SCHED_NONE, where all workers accept from one socket, the idle worker
# answers. One would expect the opposite: SCHED_RR keeps connections in the primary, which learns of the death.
# Seen with each of the three: "SCHED_RR: 3 of 4 answered, 1 without an answer for 5 s" and "SCHED_NONE: 4 of 4 answered, 0 without an answer for 5 s".
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >try.cjs <<'JS'
const cluster = require("node:cluster")
const http = require("node:http")
const policy = process.argv[2]
cluster.schedulingPolicy = cluster[policy]
if (cluster.isWorker) {
  http
    .createServer((request, response) => {
      // A busy worker takes no further connection.
      if (request.url === "/busy") process.send("busy", () => { for (const end = Date.now() + 60_000; Date.now() < end; ); })
      else response.end()
    })
    .listen(Number(process.env.PORT), "127.0.0.1")
} else {
  const free = require("node:net").createServer()
  free.listen(0, "127.0.0.1", () => {
    const { port } = free.address()
    free.close(() => run(String(port)))
  })
}
const sleep = (millis) => new Promise((resolve) => setTimeout(resolve, millis))
const start = (PORT) =>
  new Promise((resolve) => {
    const worker = cluster.fork({ PORT })
    worker.once("listening", () => resolve(worker))
  })
const run = async (port) => {
  await start(port)
  await start(port)
  // Its worker names itself before it is busy.
  const busy = new Promise((resolve) => cluster.once("message", (worker) => resolve(worker)))
  http.get({ port, path: "/busy", agent: false }).on("error", () => {})
  const victim = await busy
  const answers = []
  for (let i = 0; i < 4; i++) {
    http.get({ port, agent: false }, (response) => response.resume().on("end", () => answers.push(i))).on("error", () => {})
    await sleep(300)
  }
  victim.process.kill("SIGKILL")
  await sleep(5000)
  console.log(`${policy}: ${answers.length} of 4 answered, ${4 - answers.length} without an answer for 5 s`)
  for (const worker of Object.values(cluster.workers)) worker.process.kill("SIGKILL")
  process.exit(0)
}
JS
for version in 20.20.2 22.23.3 24.21.0; do
  npm install --prefix "$version" --no-audit --no-fund --loglevel=error "node@$version" >/dev/null 2>&1
  node="$version/node_modules/node/bin/node"
  { "$node" try.cjs SCHED_RR; "$node" try.cjs SCHED_NONE; } | tee seen
  diff seen - <<'END'
SCHED_RR: 3 of 4 answered, 1 without an answer for 5 s
SCHED_NONE: 4 of 4 answered, 0 without an answer for 5 s
END
done
