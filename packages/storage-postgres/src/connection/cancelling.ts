/**
 * Ends a statement that nobody waits for any more, as libpq does: on a connection of its own, which costs neither a place in the
 * pool nor a session. @effect/sql-pg asks the pool for `pg_cancel_backend`, which has to wait where all connections are taken by
 * such statements, and which behind a pooler would name a process that is not ours.
 */
import { connect } from "node:net"
import pg from "pg"
import { PooledClient } from "./PooledClient.ts"

type Handed = Parameters<Parameters<pg.Pool["connect"]>[0]>

export class CancellingPool extends pg.Pool {
  readonly #clients = new Map<unknown, pg.Client>()
  readonly #cancelling = new Map<pg.Client, Promise<void>>()

  constructor(config: pg.PoolConfig) {
    super(config)
    this.on("connect", (client) => void this.#clients.set(processOf(client), client))
    this.on("remove", (client) => void this.#clients.delete(processOf(client)))
  }

  // `never`, here and in `connect`: the driver's overloads return a Promise, a client or nothing, which no one type says.
  override query(...args: ReadonlyArray<unknown>): never {
    const [text, callback] = args
    const found = typeof text === "string" ? /^SELECT pg_cancel_backend\((\d+)\)$/.exec(text) : null
    if (found === null || typeof callback !== "function")
      return Reflect.apply(super.query, this, args) as never
    const client = this.#clients.get(Number(found[1]))
    if (client === undefined) callback(null, undefined)
    else void this.#cancel(client).then(() => callback(null, undefined))
    return undefined as never
  }

  /**
   * A statement can end by itself before its cancellation has arrived, and its connection be free again; the next statement on
   * it would be ended instead. So nobody gets such a connection before the server has said that it is done; where it says nothing
   * in time, the connection is given up.
   */
  override connect(callback?: (...handed: Handed) => void): never {
    if (callback === undefined)
      return new Promise((resolve, reject) =>
        this.connect((error, client) => (error === undefined ? resolve(client) : reject(error))),
      ) as never
    super.connect((...handed) => {
      const [, client, release] = handed
      const cancelled = client && this.#cancelling.get(client)
      if (cancelled === undefined) return callback(...handed)
      // Unheard, it would end the process; whoever gets the connection learns it from its first statement.
      const ignore = () => {}
      client?.on("error", ignore)
      void cancelled.then(() => {
        client?.off("error", ignore)
        if (!(client instanceof PooledClient && client.spent)) return callback(...handed)
        release(true)
        this.connect(callback)
      })
    })
    return undefined as never
  }

  async #cancel(client: pg.Client): Promise<void> {
    const cancelled = new Promise<void>((resolve) =>
      cancel(client, this.options.connectionTimeoutMillis ?? 0, resolve),
    )
    this.#cancelling.set(client, cancelled)
    await cancelled
    if (this.#cancelling.get(client) === cancelled) this.#cancelling.delete(client)
  }
}

const processOf = (client: pg.Client): unknown => Reflect.get(client, "processID")

/** The server answers by closing; whether there was anything to cancel is not reported. */
const cancel = (client: pg.Client, timeoutMillis: number, done: () => void): void => {
  const { host, port } = client
  const socket = connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.setTimeout(timeoutMillis, () => {
    // It may still arrive, whoever has the connection by then.
    if (client instanceof PooledClient) client.giveUp()
    socket.destroy()
  })
  socket.once("connect", () => socket.end(request(client)))
  // Unheard, it would end the process; the close follows.
  socket.once("error", () => {})
  socket.once("close", done)
  socket.resume()
}

const request = (client: pg.Client): Buffer => {
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(cancelCode, 4)
  message.writeInt32BE(Number(processOf(client)), 8)
  message.writeInt32BE(Number(Reflect.get(client, "secretKey")), 12)
  return message
}

const cancelCode = 80_877_102
