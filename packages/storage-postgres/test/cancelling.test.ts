/** Statements that nobody waits for any more are ended, and no others. */
import { connect, createServer, type Socket } from "node:net"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { inject } from "vitest"
import { postgresClient } from "../src/effect.ts"

const cancelCode = 80_877_102

/** In front of the server of the run: delays the requests to cancel, or the statements. */
const delaying = ({ cancelMillis = 0, statementMillis = 0 }: Delays) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const { hostname, port } = new URL(inject("postgresUrl"))
      const sockets = new Set<Socket>()
      const server = createServer({ allowHalfOpen: true }, (from) => {
        from.once("data", (first) => {
          from.pause()
          const cancels = first.length === 16 && first.readInt32BE(4) === cancelCode
          setTimeout(
            () => {
              const to = connect(Number(port), hostname)
              sockets.add(to)
              to.write(first)
              from.on("data", (more) => void setTimeout(() => to.write(more), statementMillis))
              from.on("end", () => void setTimeout(() => to.end(), statementMillis))
              to.pipe(from)
              from.resume()
              for (const socket of [from, to]) socket.on("error", () => {})
            },
            cancels ? cancelMillis : 0,
          )
        })
        sockets.add(from)
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      const url = new URL(inject("postgresUrl"))
      url.port = String(typeof address === "object" && address !== null ? address.port : 0)
      return { url: url.href, server, sockets }
    }),
    ({ server, sockets }) =>
      Effect.sync(() => {
        server.close()
        for (const socket of sockets) socket.destroy()
      }),
  )

interface Delays {
  readonly cancelMillis?: number
  readonly statementMillis?: number
}

describe("a statement whose caller has left", () => {
  /** On its connection, the only one, the answer of the next statement, which is begun while the cancellation is on its way. */
  const nextAfter = (
    pool: { readonly slowMillis: number; readonly connectTimeoutMillis?: number },
    seconds: number,
  ) =>
    Effect.gen(function* () {
      const { slowMillis, ...options } = pool
      const { url } = yield* delaying({ cancelMillis: slowMillis })
      return yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`SELECT 1`
        const left = yield* Effect.fork(sql`SELECT pg_sleep(0.15)`)
        yield* Effect.sleep("50 millis")
        const leaving = yield* Effect.fork(Fiber.interrupt(left))
        yield* Effect.sleep("150 millis")
        const answer = yield* sql`SELECT 2 AS two FROM pg_sleep(${seconds})`
        yield* Fiber.join(leaving)
        return answer
      }).pipe(Effect.provide(postgresClient({ url, maxConnections: 1, ...options })))
    })

  it.scopedLive("is ended, and the next one on its connection is not", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* nextAfter({ slowMillis: 300 }, 0.4), [{ two: 2 }])
    }),
  )

  it.scopedLive("is ended also when the request to cancel it arrives before it", () =>
    Effect.gen(function* () {
      const { url } = yield* delaying({ statementMillis: 150 })
      const found = Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`SELECT 1`
        const left = yield* Effect.fork(sql`SELECT pg_sleep(60)`)
        yield* Effect.sleep("20 millis")
        yield* Fiber.interrupt(left)
        return yield* sql`SELECT 2 AS two`
      }).pipe(Effect.provide(postgresClient({ url, maxConnections: 1 })))
      assert.deepStrictEqual(yield* Effect.timeout(Effect.disconnect(found), "10 seconds"), [{ two: 2 }])
    }),
  )

  it.scopedLive("and whose cancellation nobody answers takes no other statement with it", () =>
    Effect.gen(function* () {
      const pool = { slowMillis: 700, connectTimeoutMillis: 300 }
      assert.deepStrictEqual(yield* nextAfter(pool, 1), [{ two: 2 }])
    }),
  )

  it.scopedLive("does not go on at the server", () =>
    Effect.gen(function* () {
      const { url } = yield* delaying({})
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* sql`SELECT 1`
        const left = yield* Effect.fork(sql`SELECT 'left alone', pg_sleep(20)`)
        yield* Effect.sleep("100 millis")
        const started = Date.now()
        yield* Fiber.interrupt(left)
        const still = yield* sql`SELECT 1 FROM pg_stat_activity
          WHERE state = 'active' AND query LIKE '%left alone%' AND pid <> pg_backend_pid()`
        assert.deepStrictEqual(still, [])
        assert.isBelow(Date.now() - started, 5000)
      }).pipe(Effect.provide(postgresClient({ url, maxConnections: 1 })))
    }),
  )
})
