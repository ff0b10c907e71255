/**
 * A lane: at most one connection to one endpoint, with at most one request on it. A request that does not end cleanly takes
 * its lane down with it; one that does leaves the connection for the next.
 */
import type { Socket } from "node:net"
import { Client } from "undici"
import type { CheckedUrl } from "../ssrf/checkUrl.ts"
import { type Connecting, connectChecked } from "./connectChecked.ts"

export interface Lane {
  readonly client: Client
  /** Bytes that came in on the connection so far; 0 before there is one. */
  readonly bytesRead: () => number
  /** Whether all that was written has gone out. */
  readonly isFlushed: () => boolean
  readonly isOpen: () => boolean
  /** Whether its connection may be used for longer. */
  readonly isYoung: () => boolean
  /** Destroys whatever there is: a lookup, a connection that is being made, a socket. */
  readonly destroy: () => void
}

export const openLane = (target: CheckedUrl, connecting: Connecting): Lane => {
  const { limits } = connecting
  const aborting = new AbortController()
  let socket: Socket | undefined
  let connectedAt = 0
  const client = new Client(target.origin, {
    pipelining: 1,
    allowH2: false,
    // The limits are watched from outside, where also a connection that says something now and then is seen.
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
