/**
 * A client that sends statements without waiting for earlier answers, so that several share one round trip. A query that keeps a
 * portal open, such as a cursor or a COPY, cannot be pipelined: it waits until it has the connection for itself.
 */
import pg from "pg"

export class PipelinedClient extends pg.Client {
  #idle = true
  /** A portal query that waits until the connection is idle. */
  #waiting: ReadonlyArray<unknown> | undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    const pipelined = this.pipeline
    const handleIdle = () => {
      this.#idle = true
      const next = this.#waiting
      this.#waiting = undefined
      this.#switch(next === undefined && pipelined)
      if (next !== undefined) this.#send(next)
    }
    this.on("drain", handleIdle)
    // After the end the driver rejects the statements that were sent.
    this.on("end", handleIdle)
  }

  /** Whether a statement is written to the socket at once; `dialect/sentWrites.ts` reads it. */
  get sendsAhead(): boolean {
    return this.pipeline
  }

  // Returns `never` because the driver's overloads return a Promise, a query or nothing, which no one type expresses.
  override query(...args: ReadonlyArray<unknown>): never {
    const [query] = args
    this.#giveWay()
    if (!isPortal(query)) return this.#send(args)
    if (this.#idle) {
      this.#switch(false)
      return this.#send(args)
    }
    this.#waiting = args
    const { close } = query
    if (close !== undefined)
      // A query that is closed before it was sent must not be sent: no reader would consume it, and the connection would stall.
      query.close = (...rest) => {
        if (this.#waiting === args) this.#waiting = undefined
        return Reflect.apply(close, query, rest)
      }
    // The driver's overload for a Submittable returns it; `never` fits every overload.
    return query as never
  }

  /** Rejects a waiting query: it cannot run after a later statement, which may be the end of the transaction. */
  #giveWay(): void {
    const late = this.#waiting?.[0]
    this.#waiting = undefined
    if (isPortal(late))
      process.nextTick(() => late.handleError(new Error("Another statement came first."), this.connection))
  }

  #send(args: ReadonlyArray<unknown>): never {
    this.#idle = false
    // The driver's own result for these arguments; `never` fits every overload.
    return Reflect.apply(super.query, this, args) as never
  }

  /** Switches pipelining, only while idle: the driver reads the property with each statement and each answer. */
  #switch(pipeline: boolean): void {
    Reflect.set(this, "pipeline", pipeline)
  }
}

interface Portal extends pg.Submittable {
  close?: (...args: ReadonlyArray<unknown>) => unknown
  readonly handleError: (error: Error, connection: pg.Connection) => void
}

const isPortal = (query: unknown): query is Portal =>
  typeof query === "object" && query !== null && "submit" in query && !(query instanceof pg.Query)
