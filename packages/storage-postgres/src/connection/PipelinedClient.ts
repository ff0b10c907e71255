/**
 * A client that sends statements without waiting for the answers to those before, so that several take one way to the server
 * and back. What holds a portal open, such as a cursor or a COPY, cannot be between others: it gets the connection for itself.
 */
import pg from "pg"

export class PipelinedClient extends pg.Client {
  #idle = true
  /** What waits until it has the connection for itself. */
  #waiting: ReadonlyArray<unknown> | undefined

  constructor(config?: pg.ClientConfig) {
    super(config)
    const wanted = this.pipeline
    const rested = () => {
      this.#idle = true
      const next = this.#waiting
      this.#waiting = undefined
      this.#switch(next === undefined && wanted)
      if (next !== undefined) this.#send(next)
    }
    this.on("drain", rested)
    // Then the driver fails what was sent.
    this.on("end", rested)
  }

  /** Whether a statement is on its way as soon as it is sent; `dialect/sentWrites.ts` reads it. */
  get sendsAhead(): boolean {
    return this.pipeline
  }

  // `never`: the driver's overloads return a Promise, a query or nothing, which no one type says.
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
      // Closed before it was opened, it would be opened for nobody, and everything behind it would wait.
      query.close = (...rest) => {
        if (this.#waiting === args) this.#waiting = undefined
        return Reflect.apply(close, query, rest)
      }
    return query as never
  }

  /** What waits for the connection cannot come behind what is sent after it, which may be the end of the transaction. */
  #giveWay(): void {
    const late = this.#waiting?.[0]
    this.#waiting = undefined
    if (isPortal(late))
      process.nextTick(() => late.handleError(new Error("Another statement came first."), this.connection))
  }

  #send(args: ReadonlyArray<unknown>): never {
    this.#idle = false
    return Reflect.apply(super.query, this, args) as never
  }

  /** Only while nothing is on its way: the driver looks at it with each statement and each answer. */
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
