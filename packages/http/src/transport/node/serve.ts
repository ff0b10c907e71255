/**
 * A node server that lives as long as its scope: it stops accepting, lets what is under way end within a limit, and
 * then cuts the rest. Nobody may keep it waiting: neither with headers, nor with a body, nor by not reading.
 */
import { createServer, type Server, type ServerOptions, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Data, Effect, type Scope } from "effect"
import type { HttpHandler } from "../handler.ts"
import { rejectClient } from "./reject.ts"
import { type NodeListener, toNode, toNodeContinuing } from "./toNode.ts"

export interface ServeOptions {
  readonly handler: HttpHandler
  /** Where to listen; port 0 picks one. */
  readonly host?: string
  readonly port?: number
  /** Time for the headers of a request to arrive. */
  readonly headersMillis?: number
  /** Time without a byte, in a request that is not complete or an answer that is not read. */
  readonly idleMillis?: number
  /** How long a connection waits for its next request. */
  readonly keepAliveMillis?: number
  /** Time for what is under way to end once the server stops. */
  readonly stopMillis?: number
  readonly maxHeaderBytes?: number
}

export interface Listening {
  readonly host: string
  readonly port: number
  readonly url: string
}

/** The address is taken, or may not be listened on. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{ readonly cause: unknown }> {
  override get message() {
    return "The server cannot listen on this address."
  }
}

const checkEveryMillis = 1_000

export const serveNode = (options: ServeOptions): Effect.Effect<Listening, ListenFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const { handler, host = "127.0.0.1", idleMillis = 120_000, port = 0, stopMillis = 10_000 } = options
    const server = createServer(serverOptions(options))
    const open = new OpenResponses(server)
    server.on("request", open.counted(toNode(handler)))
    server.on("checkContinue", open.counted(toNodeContinuing(handler)))
    server.on("clientError", rejectClient)
    watchIdle(server, idleMillis)
    yield* Effect.acquireRelease(listen(server, host, port), () =>
      Effect.zipRight(
        Effect.sync(() => open.close()),
        stop(server, handler, stopMillis),
      ),
    )
    const address = server.address() as AddressInfo
    const shown = address.family === "IPv6" ? `[${address.address}]` : address.address
    return { host: address.address, port: address.port, url: `http://${shown}:${address.port}` }
  })

/** Node's own limit for a whole request would also end an import that runs for hours: the idle limit takes its place. */
const serverOptions = ({
  headersMillis = 15_000,
  keepAliveMillis = 65_000,
  maxHeaderBytes = 16_384,
}: ServeOptions): ServerOptions => ({
  requestTimeout: 0,
  headersTimeout: headersMillis,
  keepAliveTimeout: keepAliveMillis,
  maxHeaderSize: maxHeaderBytes,
  connectionsCheckingInterval: Math.min(checkEveryMillis, headersMillis),
})

const listen = (server: Server, host: string, port: number): Effect.Effect<void, ListenFailed> =>
  Effect.async((resume) => {
    const failed = (cause: unknown): void => resume(Effect.fail(new ListenFailed({ cause })))
    server.once("error", failed)
    server.listen(port, host, () => {
      server.off("error", failed)
      resume(Effect.void)
    })
  })

/** A handler may take its time: only a socket that owes us bytes, or does not take ours, is cut. */
const watchIdle = (server: Server, millis: number): void => {
  const owing = new WeakMap<object, () => boolean>()
  const watch: NodeListener = (request, response) => {
    owing.set(request.socket, () => !request.complete || response.writableLength > 0)
  }
  server.prependListener("request", watch).prependListener("checkContinue", watch)
  server.setTimeout(millis, (socket) => {
    if (owing.get(socket)?.() !== false) socket.destroy()
  })
}

/** The answers under way: once the server stops, each is the last on its connection. */
class OpenResponses {
  private readonly open = new Set<ServerResponse>()
  private closing = false

  constructor(private readonly server: Server) {}

  counted(listener: NodeListener): NodeListener {
    return (request, response) => {
      if (this.closing) response.shouldKeepAlive = false
      this.open.add(response)
      response.on("close", () => {
        this.open.delete(response)
        if (this.closing) setImmediate(() => this.server.closeIdleConnections())
      })
      listener(request, response)
    }
  }

  close(): void {
    this.closing = true
    for (const response of this.open) response.shouldKeepAlive = false
  }
}

const stop = (server: Server, handler: HttpHandler, millis: number): Effect.Effect<void> => {
  const closed = Effect.async<void>((resume) => {
    const cut = setTimeout(() => server.closeAllConnections(), millis)
    server.close(() => {
      clearTimeout(cut)
      resume(Effect.void)
    })
    server.closeIdleConnections()
  })
  // What was cut is still cleaning up after itself; finalizers cannot be interrupted unless they say so.
  const settled = Effect.interruptible(Effect.raceFirst(handler.settled, Effect.sleep(millis)))
  return Effect.zipRight(closed, settled)
}
