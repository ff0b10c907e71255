/**
 * Processes the requests of one connection in order. Pipelined requests would otherwise run concurrently, with each
 * response buffered until the earlier ones are read; reading is therefore paused while a request is in progress.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { Clock, Effect, Runtime } from "effect"

/** A connection with more waiting requests is closed: each keeps its headers in memory. */
const mostWaiting = 500

interface Turn {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly begin: () => void
  /** Called when the response is closed: sent, or given up. */
  readonly ended: (() => void) | undefined
}

const connections = new WeakMap<Duplex, Connection>()

/** The state of a connection, created at its first request. */
export const getConnection = (socket: Duplex): Connection => {
  const connection = connections.get(socket)
  if (connection !== undefined) return connection
  const made = new Connection(socket)
  connections.set(socket, made)
  return made
}

/** Begins when every earlier request of the connection was answered and its response was sent. HTTP/2 needs no ordering. */
export const runInTurn = (
  request: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
  ended?: () => void,
): void => {
  if (request.httpVersionMajor < 2) getConnection(request.socket).take({ request, response, begin, ended })
  else {
    if (ended !== undefined) response.on("close", ended)
    begin()
  }
}

export class Connection {
  /** The request in progress. */
  private current: Turn | undefined
  private waiting: Array<Turn> = []
  private afterwards: (() => void) | undefined

  constructor(private readonly socket: Duplex) {}

  take(turn: Turn): void {
    // A listener may pass its request on to another listener that orders requests too.
    if (this.current?.response === turn.response) turn.begin()
    else if (this.current === undefined) this.begin(turn)
    else if (this.waiting.length >= mostWaiting) this.socket.destroy()
    else {
      this.waiting.push(turn)
      this.socket.pause()
    }
  }

  /** Whether no request is in progress, or the response waits for a client that does not read it. */
  get isUseless(): boolean {
    return this.current === undefined || this.current.response.writableLength > 0
  }

  /** Handles invalid HTTP. `refuse` responds in order; a response that has begun is cut instead. */
  handleBroken(refuse: () => void): void {
    if (this.current === undefined) return void refuse()
    const { request, response } = this.current
    if (response.headersSent && !response.writableEnded) this.socket.destroy()
    else if (request.complete) this.afterwards = refuse
    else refuse()
  }

  private begin(turn: Turn): void {
    this.current = turn
    // One listener for each response: several would take a tenth of the time of a small request.
    turn.response.on("close", () => {
      turn.ended?.()
      this.startNext()
    })
    turn.begin()
  }

  private startNext(): void {
    const { afterwards, socket } = this
    this.current = undefined
    if (!socket.writable) this.waiting = []
    const turn = this.waiting.shift()
    if (turn !== undefined) {
      // Node resumes reading after every response.
      if (this.waiting.length > 0) socket.pause()
      else socket.resume()
      this.begin(turn)
    } else {
      this.afterwards = undefined
      if (socket.writable) afterwards?.()
    }
  }
}

/** Interval of the log line, in milliseconds, so that a flood of connections does not fill the log. */
const logIntervalMillis = 60_000

/** Closes connections beyond the limit at once and logs their number. */
export const limitConnections = (server: Server, maxConnections: number): Effect.Effect<void> =>
  Effect.map(Effect.runtime<never>(), (runtime) => {
    let closed = 0
    let loggedAt = Number.NEGATIVE_INFINITY
    const log = Effect.gen(function* () {
      const at = yield* Clock.currentTimeMillis
      if (at - loggedAt < logIntervalMillis) return
      const fields = { maxConnections, closed }
      loggedAt = at
      closed = 0
      yield* Effect.logWarning("New connections were closed: the connection limit is reached.").pipe(
        Effect.annotateLogs(fields),
      )
    })
    server.maxConnections = maxConnections
    server.on("drop", () => {
      closed += 1
      Runtime.runFork(runtime)(log)
    })
  })
