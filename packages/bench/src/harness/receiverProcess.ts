/** The receiver's process: answers every POST with 204, and counts. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import type { Received } from "./receiver.ts"

let count = 0
let first = 0

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    if (count === 0) first = performance.now()
    count += 1
    response.writeHead(204).end()
  })
})
server.keepAliveTimeout = 60_000

/** Each message restarts the count and is answered with the count before it. */
process.on("message", () => {
  const answer: Received = { count, millis: performance.now() - first }
  count = 0
  process.send?.(answer)
})

server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port))
