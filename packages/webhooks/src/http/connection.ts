/**
 * At most one connection to one endpoint, with at most one request at a time. A request that ends cleanly
 * leaves the connection open for the next; any other destroys it.
 */
import type { Socket } from "node:net"
import { Cause, Exit, type Fiber, FiberId } from "effect"
// By its file: Bun puts its own module in the place of the package, whose Client cannot send a request.
import { Client } from "undici/index.js"
import type { CallbackTime } from "../monotonic.ts"
import type { CheckedUrl } from "../ssrf/checkUrl.ts"
import { type Connecting, connectChecked } from "./connectChecked.ts"
import type { SendFailure } from "./SendFailure.ts"

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

/** Opens a connection when its first request is sent. */
export type OpenConnection = (target: CheckedUrl, connecting: Connecting, time: CallbackTime) => Connection

export const openConnection: OpenConnection = (target, connecting, time) => {
  const { limits } = connecting
  let opening: Fiber.RuntimeFiber<Socket, SendFailure> | undefined
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
      opening = time.fork(connectChecked(target, connecting))
      opening.addObserver(
        Exit.match({
          onSuccess: (connected) => {
            socket = connected
            connectedAt = time.now()
            callback(null, connected)
          },
          onFailure: (cause) => callback(toError(cause), null),
        }),
      )
    },
  })
  return {
    client,
    bytesRead: () => socket?.bytesRead ?? 0,
    isFlushed: () => socket === undefined || socket.writableLength === 0,
    isOpen: () => !client.destroyed && !client.closed,
    isYoung: () => time.now() - connectedAt < limits.lifeMillis,
    destroy: () => {
      opening?.unsafeInterruptAsFork(FiberId.none)
      socket?.destroy()
      client.destroy().catch(() => {})
    },
  }
}

const toError = (cause: Cause.Cause<SendFailure>): Error => {
  const failure = Cause.squash(cause)
  return failure instanceof Error ? failure : new Error("aborted", { cause: failure })
}
