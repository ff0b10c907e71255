/**
 * The requests of one connection, answered one after the other. Pipelined requests would otherwise all be worked on at once, and each
 * answer would be kept in memory until those before it are read; so nothing more is read while one is under way.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { Clock, Effect, Runtime } from "effect"

/** More than so many waiting requests are a flood: each keeps its headers in memory. Its connection is closed. */
const mostWaiting = 500

interface Turn {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly begin: () => void
}

const connections = new WeakMap<Duplex, Connection>()

/** What is known of a connection; made when it is first asked for. */
export const connectionOf = (socket: Duplex): Connection => {
  const known = connections.get(socket)
  if (known !== undefined) return known
  const made = new Connection(socket)
  connections.set(socket, made)
  return made
}

/** Begins when every earlier request of the connection has been answered and its answer taken. HTTP/2 needs no turns. */
export const inTurn = (request: IncomingMessage, response: ServerResponse, begin: () => void): void => {
  if (request.httpVersionMajor > 1) begin()
  else connectionOf(request.socket).take({ request, response, begin })
}

export class Connection {
  /** The request that is being answered. */
  private current: Turn | undefined
  private waiting: Array<Turn> = []
  private afterwards: (() => void) | undefined

  constructor(private readonly socket: Duplex) {}

  take(turn: Turn): void {
    // A listener that takes turns may pass its request on to another one that does.
    if (this.current?.response === turn.response) turn.begin()
    else if (this.current === undefined) this.begin(turn)
    else if (this.waiting.length >= mostWaiting) this.socket.destroy()
    else {
      this.waiting.push(turn)
      this.socket.pause()
    }
  }

  /** Nobody works for this connection, or its answer waits for a client that does not take it. */
  get isUseless(): boolean {
    return this.current === undefined || this.current.response.writableLength > 0
  }

  /** What has come is no HTTP. `refuse` answers it, in its turn; an answer that has begun would only be spoiled. */
  broken(refuse: () => void): void {
    if (this.current === undefined) return void refuse()
    const { request, response } = this.current
    if (response.headersSent && !response.writableEnded) this.socket.destroy()
    else if (request.complete) this.afterwards = refuse
    else refuse()
  }

  private begin(turn: Turn): void {
    this.current = turn
    turn.response.once("close", () => this.next())
    turn.begin()
  }

  private next(): void {
    const { afterwards, socket } = this
    this.current = undefined
    if (!socket.writable) this.waiting = []
    const turn = this.waiting.shift()
    if (turn !== undefined) {
      // Node reads on after every answer.
      if (this.waiting.length > 0) socket.pause()
      else socket.resume()
      this.begin(turn)
    } else {
      this.afterwards = undefined
      if (socket.writable) afterwards?.()
    }
  }
}

/** Between two lines of the log, in milliseconds: whoever opens thousands does not fill the log with them. */
const logIntervalMillis = 60_000

/** Closes connections beyond the limit at once, which the log says with their number. */
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
      yield* Effect.logWarning("New connections were closed: the server has as many open as it may.").pipe(
        Effect.annotateLogs(fields),
      )
    })
    server.maxConnections = maxConnections
    server.on("drop", () => {
      closed += 1
      Runtime.runFork(runtime)(log)
    })
  })
