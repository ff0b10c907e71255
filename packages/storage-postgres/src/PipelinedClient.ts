/**
 * A client that sends statements without waiting for the answers to those before, so that several take one way to the server
 * and back. What holds a portal open, such as a cursor or a COPY, cannot be between others: it gets the connection for itself.
 */
import pg from "pg"

export class PipelinedClient extends pg.Client {
  #idle = true

  constructor(config?: pg.ClientConfig) {
    super(config)
    const wanted = this.pipeline
    this.on("drain", () => {
      this.#idle = true
      this.#switch(wanted)
    })
  }

  override query(...args: ReadonlyArray<unknown>): never {
    const [query] = args
    if (!holdsPortal(query)) return this.#ask(args)
    const alone = () => {
      this.#switch(false)
      this.#ask(args)
    }
    if (this.#idle) alone()
    else this.once("drain", alone)
    return query as never
  }

  #ask(args: ReadonlyArray<unknown>): never {
    this.#idle = false
    return Reflect.apply(super.query, this, args) as never
  }

  /** Only while nothing is on its way: the driver looks at it with each statement and each answer. */
  #switch(pipeline: boolean): void {
    Reflect.set(this, "pipeline", pipeline)
  }
}

const holdsPortal = (query: unknown): boolean =>
  typeof query === "object" && query !== null && "submit" in query && !(query instanceof pg.Query)
