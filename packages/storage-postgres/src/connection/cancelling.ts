/**
 * Cancels interrupted statements like libpq: on a separate connection, which needs neither a place in the pool nor a session.
 * @effect/sql-pg runs `pg_cancel_backend` through the pool, which has to wait when such statements occupy all connections, and
 * which behind a pooler could cancel another process.
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
    this.on("connect", (client) => void this.#clients.set(getProcessId(client), client))
    this.on("remove", (client) => void this.#clients.delete(getProcessId(client)))
  }

  // `never`, here and in `connect`: the driver's overloads return a Promise, a client or nothing, which no one type expresses.
  override query(...args: ReadonlyArray<unknown>): never {
    const [text, callback] = args
    const match = typeof text === "string" ? /^SELECT pg_cancel_backend\((\d+)\)$/.exec(text) : null
    if (match === null || typeof callback !== "function")
      return Reflect.apply(super.query, this, args) as never
    const client = this.#clients.get(Number(match[1]))
    if (client === undefined) callback(null, undefined)
    else void this.#cancel(client).then(() => callback(null, undefined))
    return undefined as never
  }

  /**
   * Returns a connection only after the server has confirmed its cancellation. A statement may end before its cancellation
   * arrives, which would then cancel the next statement on the connection. Without a confirmation in time the connection is
   * closed.
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
      // An unhandled error event would end the process. The first statement on the connection reports the error.
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
    const cancelled = cancelUntilIdle(client, this.options.connectionTimeoutMillis ?? 0)
    this.#cancelling.set(client, cancelled)
    await cancelled
    if (this.#cancelling.get(client) === cancelled) this.#cancelling.delete(client)
  }
}

const getProcessId = (client: pg.Client): unknown => Reflect.get(client, "processID")

/** Repeats the request while a statement runs: the server ignores a request that arrives before the statement has begun. */
const cancelUntilIdle = async (client: pg.Client, timeoutMillis: number): Promise<void> => {
  for (let againAfter = 100; ; againAfter *= 2) {
    await new Promise<void>((resolve) => cancel(client, timeoutMillis, resolve))
    if (!(client instanceof PooledClient) || (await client.waitUntilIdle(againAfter))) return
  }
}

/** Sends a cancel request. The server confirms it by closing the connection, and does not report whether it cancelled anything. */
const cancel = (client: pg.Client, timeoutMillis: number, done: () => void): void => {
  const { host, port } = client
  const socket = connect(host.startsWith("/") ? { path: `${host}/.s.PGSQL.${port}` } : { host, port })
  socket.setTimeout(timeoutMillis, () => {
    // The request may still arrive later, so the connection must not be reused.
    if (client instanceof PooledClient) client.giveUp()
    socket.destroy()
  })
  socket.once("connect", () => socket.end(request(client)))
  // An unhandled error event would end the process; a close event follows.
  socket.once("error", () => {})
  socket.once("close", done)
  socket.resume()
}

const request = (client: pg.Client): Buffer => {
  const message = Buffer.alloc(16)
  message.writeInt32BE(16, 0)
  message.writeInt32BE(cancelCode, 4)
  message.writeInt32BE(Number(getProcessId(client)), 8)
  message.writeInt32BE(Number(Reflect.get(client, "secretKey")), 12)
  return message
}

const cancelCode = 80_877_102
