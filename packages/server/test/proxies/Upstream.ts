/** A server behind a proxy whose every step a test decides: what it has received, and when it writes. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

/** A request that has reached the server. */
export interface Received {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The bytes of the body so far. */
  readonly bytes: () => number
}

export interface Upstream {
  readonly address: string
  /** The request with this path, once it has arrived. */
  readonly received: (path: string) => Promise<Received>
  readonly stop: () => Promise<void>
}

export const startUpstream = async (): Promise<Upstream> => {
  const all = new Map<string, Received>()
  const server = createServer((request, response) => {
    let bytes = 0
    request.on("data", (chunk: Buffer) => {
      bytes += chunk.length
    })
    all.set(request.url ?? "", { request, response, bytes: () => bytes })
  })
  server.requestTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  // A server that listens on a port has no other kind of address.
  const { port } = server.address() as AddressInfo
  return {
    address: `127.0.0.1:${port}`,
    received: async (path) => {
      await until(() => all.has(path))
      const found = all.get(path)
      if (found === undefined) throw new Error("The request is gone.")
      return found
    },
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Waits for a condition, as long as the test may take. */
export const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await sleep(5)
}
