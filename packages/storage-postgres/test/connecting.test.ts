/** The start: messages about databases that cannot be used, and waiting for one that is not reachable yet. */
import { createServer } from "node:net"
import { createEngine, StorageFailure } from "@annotary/core"
import { findFreePort } from "@annotary/test-support/freePort"
import { type OwnServer, startOwnServer } from "@annotary/test-support/postgres"
import { assert, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Fiber, Logger } from "effect"
import pg from "pg"
import { afterAll, beforeAll, inject } from "vitest"
import { openPool } from "../src/connection/connect.ts"
import { type PoolOptions, postgres } from "../src/index.ts"

/** The server of the run, with something else in the URL. */
const urlWith = (part: "password" | "username" | "pathname" | "hostname", text: string): string => {
  const url = new URL(inject("postgresUrl"))
  url[part] = text
  return url.href
}

/** Why the pool could not be opened. */
const reason = (url: string, startWaitMillis = 0, more: Partial<PoolOptions> = {}) =>
  Effect.map(
    Effect.exit(Effect.scoped(openPool({ url, startWaitMillis, connectTimeoutMillis: 500, ...more }))),
    (exit) => {
      const problem = Exit.isFailure(exit) ? Cause.squash(exit.cause) : "connected"
      return problem instanceof StorageFailure && problem.cause instanceof Error
        ? problem.cause.message
        : String(problem)
    },
  )

describe("a database that cannot be used", () => {
  it.effect("is named with the reason, and without the password", () =>
    Effect.gen(function* () {
      const { port } = new URL(inject("postgresUrl"))
      const nobody = yield* Effect.promise(findFreePort)
      const cases = [
        [urlWith("password", "hidden"), "password authentication failed"],
        [urlWith("username", "nobody"), "password authentication failed"],
        [urlWith("pathname", "/nowhere"), 'database "nowhere" does not exist'],
        [urlWith("hostname", "nowhere.invalid"), "host"],
        [`postgres://postgres:hidden@127.0.0.1:${nobody}/postgres`, "the connection was refused"],
        [`postgres://postgres:hidden@localhost:${nobody}/postgres`, "the connection was refused"],
        ["postgres://postgres:hidden@%2Ftmp%2Fnowhere/postgres", "there is no such socket"],
        [`postgres://postgres:hidden@127.0.0.1:${port}/postgres?sslmode=require`, "it does not support TLS"],
      ] as const
      for (const [url, words] of cases) {
        const message = yield* reason(url)
        assert.match(message, /^the database \w+ on \S+ cannot be used: /)
        assert.include(message, words)
        assert.notInclude(message, "hidden")
      }
      assert.strictEqual(
        yield* reason("postgres://u:hid@den@h/d"),
        `the URL of the database has more than one @, or one in a strange place: write %40, %2F and %3F for @, / and ?`,
      )
    }),
  )

  it.effect("refuses invalid options without connecting", () =>
    Effect.gen(function* () {
      const url = inject("postgresUrl")
      for (const maxConnections of [-1, 0, Number.NaN, 1.5])
        assert.strictEqual(
          yield* reason(url, 0, { maxConnections }),
          "maxConnections must be a whole number from 1",
        )
      assert.strictEqual(
        yield* reason(url, 0, { statementTimeoutMillis: -1 }),
        "statementTimeoutMillis must be a whole number from 0",
      )
    }),
  )

  it.live("is not waited for when it says no", () =>
    Effect.gen(function* () {
      const message = yield* reason(urlWith("password", "hidden"), 60_000)
      assert.include(message, "password authentication failed")
    }),
  )

  it.live("that takes connections and says nothing is given up in time", () =>
    Effect.gen(function* () {
      const silent = createServer(() => {})
      yield* Effect.promise(() => new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve)))
      const address = silent.address()
      const port = typeof address === "object" && address !== null ? address.port : 0
      assert.include(yield* reason(`postgres://u@127.0.0.1:${port}/d`), "it does not answer in time")
      assert.include(
        yield* reason(`postgres://u@127.0.0.1:${port}/d?sslmode=disable`),
        "it does not answer in time",
      )
      silent.close()
    }),
  )

  it("fails the engine with the reason", async () => {
    const port = await findFreePort()
    const made = createEngine({ storage: postgres({ url: `postgres://u:hidden@127.0.0.1:${port}/d` }) })
    const problem = await made.then(String, (error: unknown) => error)
    assert.isTrue(problem instanceof StorageFailure && problem.operation === "connect")
    assert.include(String(problem instanceof StorageFailure && problem.cause), "the connection was refused")
  })
})

describe("a database that is not there yet", () => {
  let server: OwnServer
  beforeAll(async () => {
    server = await startOwnServer(["fsync=off"])
  }, 30_000)
  afterAll(() => server.stop())

  it.live("is waited for, said once a reason, and used when it is there", () =>
    Effect.gen(function* () {
      yield* Effect.promise(() => server.halt())
      const lines: Array<string> = []
      const logger = Logger.make(({ annotations, message }) => {
        const { database, reason } = Object.fromEntries(annotations)
        lines.push(`${message} ${database}: ${reason}`)
      })
      const opened = Effect.scoped(
        Effect.flatMap(openPool({ url: server.url, startWaitMillis: 20_000 }), (pool) =>
          Effect.promise(() => pool.query("SELECT 1 AS one")),
        ),
      ).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger)))
      const fiber = yield* Effect.fork(opened)
      yield* Effect.sleep("1200 millis")
      yield* Effect.promise(() => server.start())
      assert.deepStrictEqual((yield* Fiber.join(fiber)).rows, [{ one: 1 }])
      assert.strictEqual(
        lines[0],
        `Waiting for the database. postgres on 127.0.0.1:${server.port}: the connection was refused`,
      )
      assert.isAtMost(lines.length, 3)
    }),
  )

  it.live("is given up at the end of the wait, and a stop does not wait for that", () =>
    Effect.gen(function* () {
      yield* Effect.promise(() => server.halt())
      assert.include(yield* reason(server.url, 300), "the connection was refused")
      const fiber = yield* Effect.fork(reason(server.url, 60_000))
      yield* Effect.sleep("100 millis")
      yield* Fiber.interrupt(fiber)
      yield* Effect.promise(() => server.start())
    }),
  )

  it.live("whose sessions may not write by default cannot be used, and the setting is named", () =>
    Effect.gen(function* () {
      const client = new pg.Client({ connectionString: server.url })
      yield* Effect.promise(() => client.connect())
      yield* Effect.promise(() => client.query("ALTER SYSTEM SET default_transaction_read_only = on"))
      yield* Effect.promise(() => client.query("SELECT pg_reload_conf()"))
      yield* Effect.promise(() => client.end())
      yield* Effect.sleep("300 millis")
      assert.include(yield* reason(server.url), "default_transaction_read_only is on")
    }),
  )
})
