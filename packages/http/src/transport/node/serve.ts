/**
 * A node server that lives as long as its scope: it stops accepting, lets what is under way end within a limit, and
 * then cuts the rest. Nobody may keep it waiting: neither with headers, nor with a body, nor by not reading.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http"
import type { AddressInfo } from "node:net"
import { Data, Effect, type Scope } from "effect"
import type { HttpHandler } from "../handler.ts"
import { notHttp, unknownExpectation } from "../problem/refusals.ts"
import { connectionOf, inTurn, limitConnections } from "./connection.ts"
import { rejectClient } from "./reject.ts"
import { incomingOf } from "./request.ts"
import { responderOf } from "./response.ts"
import { bodyWorkers } from "./threads/workers.ts"
import { type NodeListener, toNode, toNodeContinuing } from "./toNode.ts"

/** What {@link serveNode} serves, where, and for how long it waits. */
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
  /** Connections that may be open at one time; more are closed at once. Without it there is no limit. */
  readonly maxConnections?: number
}

/** The address of a server that listens. */
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

/** Serves the handler until the scope closes; then lets requests under way end within `stopMillis`. */
export const serveNode = (options: ServeOptions): Effect.Effect<Listening, ListenFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const { handler, host = "127.0.0.1", idleMillis = 120_000, port = 0, stopMillis = 10_000 } = options
    const server = createServer(serverOptions(options))
    const open = new OpenResponses(server)
    const expecting: NodeListener = (request, response) =>
      handler.refuse(
        unknownExpectation,
        responderOf(response),
        incomingOf(request, () => {}),
      )
    server.on("request", open.counted(hosted(handler, toNode(handler))))
    server.on("checkContinue", open.counted(hosted(handler, toNodeContinuing(handler))))
    server.on("checkExpectation", open.counted(expecting))
    server.on("clientError", (error, socket) =>
      connectionOf(socket).broken(() => rejectClient(handler, error, socket)),
    )
    watchIdle(server, idleMillis)
    if (options.maxConnections !== undefined) yield* limitConnections(server, options.maxConnections)
    yield* Effect.acquireRelease(listen(server, host, port), () =>
      Effect.zipRight(
        Effect.sync(() => open.close()),
        stop(server, handler, stopMillis),
      ),
    )
    // A server that listens on a port has no other kind of address.
    const address = server.address() as AddressInfo
    const shown = address.family === "IPv6" ? `[${address.address}]` : address.address
    return { host: address.address, port: address.port, url: `http://${shown}:${address.port}` }
  })

/**
 * Node's own limit for a whole request would also end an import that runs for hours: the idle limit takes its place. Of two
 * keys or two hosts none counts, as in a `Request`, where they are one text.
 */
const serverOptions = ({
  headersMillis = 15_000,
  keepAliveMillis = 65_000,
  maxHeaderBytes = 16_384,
}: ServeOptions): ServerOptions => ({
  requestTimeout: 0,
  headersTimeout: headersMillis,
  keepAliveTimeout: keepAliveMillis,
  maxHeaderSize: maxHeaderBytes,
  requireHostHeader: false,
  joinDuplicateHeaders: true,
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

/** HTTP/1.1 demands a Host; node's own refusal of those without one has no body. */
const hosted =
  (handler: HttpHandler, listener: NodeListener): NodeListener =>
  (request, response) =>
    request.headers.host === undefined && request.httpVersion !== "1.0"
      ? handler.refuse(
          notHttp,
          responderOf(response),
          incomingOf(request, () => {}),
        )
      : listener(request, response)

/**
 * A handler may take its time: only a socket that asks for nothing, or does not take our answer, is cut. A request whose
 * body is awaited hears of the silence itself, before this, and answers; that answer gets a turn to leave.
 */
const watchIdle = (server: Server, millis: number): void => {
  server.setTimeout(millis, (socket) => {
    setImmediate(() => {
      if (connectionOf(socket).isUseless) socket.destroy()
    })
  })
}

/** The answers under way: once the server stops, each is the last on its connection. */
class OpenResponses {
  private readonly open = new Set<ServerResponse>()
  private closing = false

  constructor(private readonly server: Server) {}

  counted(listener: NodeListener): NodeListener {
    return (request, response) => inTurn(request, response, () => this.begin(listener, request, response))
  }

  private begin(listener: NodeListener, request: IncomingMessage, response: ServerResponse): void {
    if (this.closing) response.shouldKeepAlive = false
    this.open.add(response)
    response.on("close", () => {
      this.open.delete(response)
      if (this.closing) setImmediate(() => this.server.closeIdleConnections())
    })
    listener(request, response)
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
  return closed.pipe(Effect.zipRight(settled), Effect.zipRight(bodyWorkers.rest))
}
