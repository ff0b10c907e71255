/**
 * At most one connection to one endpoint, with at most one request at a time. A request that ends cleanly
 * leaves the connection open for the next; any other destroys it.
 */
import type { Socket } from "node:net"
import { Client } from "undici"
import type { CheckedUrl } from "../ssrf/checkUrl.ts"
import { type Connecting, connectChecked } from "./connectChecked.ts"

export interface Connection {
  readonly client: Client
  /** Bytes received on the connection so far; 0 before it is open. */
  readonly bytesRead: () => number
  /** Whether everything written was sent. */
  readonly isFlushed: () => boolean
  readonly isOpen: () => boolean
  /** Whether the connection is below its maximum age. */
  readonly isYoung: () => boolean
  /** Destroys the lookup, the pending connection or the socket. */
  readonly destroy: () => void
}

export const openConnection = (target: CheckedUrl, connecting: Connecting): Connection => {
  const { limits } = connecting
  const aborting = new AbortController()
  let socket: Socket | undefined
  let connectedAt = 0
  const client = new Client(target.origin, {
    pipelining: 1,
    allowH2: false,
    // `watch` enforces the limits: it also detects a connection that sends a little now and then.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: limits.maxHeaderBytes,
    keepAliveTimeout: limits.idleMillis,
    keepAliveMaxTimeout: limits.idleMillis * 4,
    connect: (_, callback) => {
      connectChecked(target, connecting, aborting.signal).then(
        (connected) => {
          socket = connected
          connectedAt = performance.now()
          callback(null, connected)
        },
        (error: Error) => callback(error, null),
      )
    },
  })
  return {
    client,
    bytesRead: () => socket?.bytesRead ?? 0,
    isFlushed: () => socket === undefined || socket.writableLength === 0,
    isOpen: () => !client.destroyed && !client.closed,
    isYoung: () => performance.now() - connectedAt < limits.lifeMillis,
    destroy: () => {
      aborting.abort()
      socket?.destroy()
      client.destroy().catch(() => {})
    },
  }
}
