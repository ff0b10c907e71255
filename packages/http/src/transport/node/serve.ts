/**
 * A Node server with the lifetime of its scope: it stops accepting, waits for requests in progress up to a limit, and
 * closes the rest. Clients cannot delay it with slow headers, slow bodies or unread responses.
 */
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from "node:http"
import type { AddressInfo, ListenOptions } from "node:net"
import { Data, Deferred, Effect, FiberId, type Scope } from "effect"
import type { HttpHandler } from "../handler.ts"
import { notHttp, unknownExpectation } from "../problem/refusals.ts"
import { getConnection, limitConnections, runInTurn } from "./connection.ts"
import { rejectClient } from "./reject.ts"
import { toIncoming } from "./request.ts"
import { makeResponder } from "./response.ts"
import { bodyWorkers } from "./threads/workers.ts"
import { type NodeListener, toNode, toNodeContinuing } from "./toNode.ts"

/** Options of {@link serveNode}. */
export interface ServeOptions {
  readonly handler: HttpHandler
  /** The address to listen on; port 0 picks a free port. */
  readonly host?: string
  readonly port?: number
  /** Whether the processes of a `node:cluster` accept from one socket, the default; otherwise each listens itself. */
  readonly isShared?: boolean
  /** Timeout for the headers of a request. */
  readonly headersMillis?: number
  /** Timeout without a byte, in an incomplete request or an unread response. */
  readonly idleMillis?: number
  /** A connection is closed when no further request comes for this long. */
  readonly keepAliveMillis?: number
  /** Timeout for requests in progress when the server stops. */
  readonly stopMillis?: number
  readonly maxHeaderBytes?: number
  /** Maximum number of open connections; more are closed at once. Unlimited by default. */
  readonly maxConnections?: number
}

/** The address of a listening server. */
export interface Listening {
  readonly host: string
  readonly port: number
  readonly url: string
}

/** The address is in use, or listening on it is not permitted. */
export class ListenFailed extends Data.TaggedError("ListenFailed")<{ readonly cause: unknown }> {
  override get message() {
    return "The server cannot listen on this address."
  }
}

const checkEveryMillis = 1_000

/** Serves the handler until the scope closes; then waits up to `stopMillis` for requests in progress. */
export const serveNode = (options: ServeOptions): Effect.Effect<Listening, ListenFailed, Scope.Scope> =>
  Effect.gen(function* () {
    const { handler, host = "127.0.0.1", idleMillis = 120_000, port = 0, stopMillis = 10_000 } = options
    const server = createServer(makeServerOptions(options))
    const open = new OpenResponses(server)
    const refuseExpectation: NodeListener = (request, response) =>
      handler.refuse(
        unknownExpectation,
        makeResponder(response),
        toIncoming(request, () => {}),
      )
    server.on("request", open.countOpen(requireHost(handler, toNode(handler, open))))
    server.on("checkContinue", open.countOpen(requireHost(handler, toNodeContinuing(handler, open))))
    server.on("checkExpectation", open.countOpen(refuseExpectation))
    server.on("clientError", (error, socket) =>
      getConnection(socket).handleBroken(() => rejectClient(handler, error, socket)),
    )
    watchIdle(server, idleMillis)
    if (options.maxConnections !== undefined) yield* limitConnections(server, options.maxConnections)
    yield* Effect.acquireRelease(listen(server, { host, port, exclusive: options.isShared === false }), () =>
      Effect.zipRight(
        Effect.sync(() => open.close()),
        stop(server, handler, stopMillis),
      ),
    )
    // Cast: a server that listens on a port has no other kind of address.
    const address = server.address() as AddressInfo
    const shown = address.family === "IPv6" ? `[${address.address}]` : address.address
    return { host: address.address, port: address.port, url: `http://${shown}:${address.port}` }
  })

/**
 * The idle timeout replaces Node's limit for a whole request, which would end an import that runs for hours. Duplicate
 * keys or hosts are invalid, as in a `Request`, where they are joined.
 */
const makeServerOptions = ({
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

const listen = (server: Server, address: ListenOptions): Effect.Effect<void, ListenFailed> =>
  Effect.async((resume) => {
    const handleError = (cause: unknown): void => resume(Effect.fail(new ListenFailed({ cause })))
    server.once("error", handleError)
    server.listen(address, () => {
      server.off("error", handleError)
      resume(Effect.void)
    })
  })

/** HTTP/1.1 requires a Host; Node's own refusal has no body. */
const requireHost =
  (handler: HttpHandler, listener: NodeListener): NodeListener =>
  (request, response) =>
    request.headers.host === undefined && request.httpVersion !== "1.0"
      ? handler.refuse(
          notHttp,
          makeResponder(response),
          toIncoming(request, () => {}),
        )
      : listener(request, response)

/**
 * Closes idle sockets. A handler may take its time: only sockets without a pending request, or with an unread response,
 * are closed. A request that waits for its body detects the idle time earlier and responds; that response gets time to be
 * sent.
 */
const watchIdle = (server: Server, millis: number): void => {
  server.setTimeout(millis, (socket) => {
    setImmediate(() => {
      if (getConnection(socket).isUseless) socket.destroy()
    })
  })
}

/** Responses in progress: when the server stops, each is the last on its connection. */
class OpenResponses {
  private readonly open = new Set<ServerResponse>()
  private closing = false
  private readonly stop = Deferred.unsafeMake<void>(FiberId.none)
  readonly stopping = Deferred.await(this.stop)

  constructor(private readonly server: Server) {}

  countOpen(listener: NodeListener): NodeListener {
    return (request, response) =>
      runInTurn(
        request,
        response,
        () => this.begin(listener, request, response),
        () => this.end(response),
      )
  }

  private begin(listener: NodeListener, request: IncomingMessage, response: ServerResponse): void {
    if (this.closing) response.shouldKeepAlive = false
    this.open.add(response)
    listener(request, response)
  }

  private end(response: ServerResponse): void {
    this.open.delete(response)
    if (this.closing) setImmediate(() => this.server.closeIdleConnections())
  }

  close(): void {
    this.closing = true
    Deferred.unsafeDone(this.stop, Effect.void)
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
  // Handlers of closed connections still clean up; finalizers are uninterruptible by default.
  const settled = Effect.interruptible(Effect.raceFirst(handler.settled, Effect.sleep(millis)))
  return closed.pipe(Effect.zipRight(settled), Effect.zipRight(bodyWorkers.rest))
}
