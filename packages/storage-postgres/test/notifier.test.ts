/** Notifications between processes, beyond the contract. Each layer here stands for a process. */
import { createServer, type Server, type Socket, connect as socketTo } from "node:net"
import { Notifier, type NotifierTopic, Transaction } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { Context, type Duration, Effect, Exit, Layer, Logger, type Scope } from "effect"
import pg from "pg"
import { inject } from "vitest"
import { postgresClient } from "../src/connection/client.ts"
import { layer, type PoolOptions } from "../src/effect.ts"
import { layerNotifier } from "../src/notifier.ts"
import { freshSchema } from "./storage.ts"

/** A process whose notification connection may differ from that of its pool. */
const process = (options: PoolOptions, connection: pg.ClientConfig = configOf(options)) =>
  Layer.build(
    layerNotifier({ connection, heartbeatMillis: 500 }).pipe(Layer.provide(postgresClient(options))),
  ).pipe(Effect.map(Context.get(Notifier)))

const configOf = ({ applicationName, url }: PoolOptions): pg.ClientConfig => ({
  connectionString: url,
  application_name: applicationName,
})

type Process = typeof Notifier.Service

/** Whether the process is notified within that time. */
const isNotified = (one: Process, topic: NotifierTopic, within: Duration.DurationInput) =>
  Effect.map(Effect.timeoutOption(one.wait(topic), within), ({ _tag }) => _tag === "Some")

/** Waits for its connection, which notifies it. */
const connected = (one: Process) =>
  Effect.gen(function* () {
    assert.isTrue(yield* isNotified(one, "jobs", "10 seconds"))
    assert.isTrue(yield* isNotified(one, "deliveries", "10 seconds"))
  })

/** A connection that looks on. */
const onlooker: Effect.Effect<pg.Client, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(async () => {
    const client = new pg.Client({ connectionString: inject("postgresUrl") })
    await client.connect()
    return client
  }),
  (client) => Effect.promise(() => client.end()),
)

/** A schema that is there, and the name of who uses it. */
const named = Effect.gen(function* () {
  const options = yield* freshSchema
  const { schema = "public" } = options
  const client = yield* onlooker
  yield* Effect.promise(() => client.query(`CREATE SCHEMA ${pg.escapeIdentifier(schema)}`))
  return { ...options, schema, applicationName: schema, maxConnections: 2 }
})

const backends = (client: pg.Client, name: string) =>
  Effect.promise(() =>
    client.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE application_name = $1", [name]),
  ).pipe(Effect.map(({ rows }) => rows.map(({ pid }) => pid)))

const eventually = <E, R>(condition: Effect.Effect<boolean, E, R>) =>
  condition.pipe(
    Effect.zipLeft(Effect.sleep("20 millis")),
    Effect.repeat({ until: (answer) => answer }),
    Effect.timeout("10 seconds"),
  )

/** Between a process and Postgres: lets everything through, nothing, or nobody. */
interface Cable {
  readonly port: number
  readonly cut: () => void
  readonly stall: () => void
  readonly repair: () => void
}

const cable: Effect.Effect<Cable, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(async () => {
    const { hostname, port } = new URL(inject("postgresUrl"))
    const sockets = new Set<Socket>()
    let state: "whole" | "cut" | "stalled" = "whole"
    const server: Server = createServer((near) => {
      if (state === "cut") return void near.destroy()
      const far = socketTo(Number(port), hostname)
      const pass = (to: Socket) => (bytes: Buffer) => void (state === "stalled" || to.write(bytes))
      for (const socket of [near, far]) {
        sockets.add(socket)
        socket.on("error", () => {})
        socket.on("close", () => {
          near.destroy()
          far.destroy()
        })
      }
      near.on("data", pass(far))
      far.on("data", pass(near))
    })
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
    const address = server.address()
    const hangUp = () => {
      for (const socket of sockets) socket.destroy()
    }
    return {
      port: typeof address === "object" && address !== null ? address.port : 0,
      cut: () => {
        state = "cut"
        hangUp()
      },
      stall: () => {
        state = "stalled"
      },
      repair: () => {
        state = "whole"
      },
      close: () => {
        hangUp()
        server.close()
      },
    }
  }),
  ({ close }) => Effect.sync(close),
)

const through = ({ port }: Cable): pg.ClientConfig => {
  const url = new URL(inject("postgresUrl"))
  url.port = String(port)
  url.hostname = "127.0.0.1"
  return { connectionString: url.href }
}

/** What is logged meanwhile. */
const logged = Effect.sync(() => {
  const lines: Array<string> = []
  const quiet = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ logLevel, message }) => void lines.push(`${logLevel.label} ${String(message)}`)),
  )
  return { lines, quiet }
})

describe("notifications on Postgres", () => {
  it.scopedLive("reach the other processes, of that topic only", () =>
    Effect.gen(function* () {
      const options = yield* named
      const [one, other] = [yield* process(options), yield* process(options)]
      yield* Effect.forEach([one, other], connected)
      yield* one.notify("jobs")
      assert.isTrue(yield* isNotified(other, "jobs", "2 seconds"))
      assert.isFalse(yield* isNotified(other, "deliveries", "200 millis"))
    }),
  )

  it.scopedLive("reach nobody whose tables are in another schema", () =>
    Effect.gen(function* () {
      const one = yield* process(yield* named)
      const stranger = yield* process(yield* named)
      yield* Effect.forEach([one, stranger], connected)
      yield* one.notify("jobs")
      assert.isFalse(yield* isNotified(stranger, "jobs", "300 millis"))
    }),
  )

  it.scopedLive("come after the transaction that requested them", () =>
    Effect.gen(function* () {
      const options = yield* freshSchema
      const storage = yield* Layer.build(layer(options))
      const other = yield* process(options)
      yield* connected(other)
      const { run } = Context.get(storage, Transaction)
      const own = Context.get(storage, Notifier)
      yield* connected(own)
      yield* run(
        Effect.gen(function* () {
          yield* own.notify("jobs")
          assert.isFalse(yield* isNotified(own, "jobs", "1 millis"))
          assert.isFalse(yield* isNotified(other, "jobs", "200 millis"))
        }),
      )
      assert.isTrue(yield* isNotified(own, "jobs", "2 seconds"))
      assert.isTrue(yield* isNotified(other, "jobs", "2 seconds"))
    }),
  )

  it.scopedLive("of one interval are sent once, and the last is never dropped", () =>
    Effect.gen(function* () {
      const options = yield* named
      const one = yield* process(options)
      yield* connected(one)
      const listener = yield* onlooker
      const heard: Array<number> = []
      const channel = yield* Effect.promise(() =>
        listener.query<{ name: string }>("SELECT 'annotary_' || md5($1::text) AS name", [options.schema]),
      )
      yield* Effect.promise(() => listener.query(`LISTEN ${channel.rows[0]?.name}`))
      listener.on("notification", () => heard.push(Date.now()))
      const first = Date.now()
      yield* Effect.repeatN(Effect.zipRight(one.notify("jobs"), Effect.sleep("1 millis")), 499)
      const last = Date.now()
      yield* eventually(Effect.sync(() => (heard.at(-1) ?? 0) >= last))
      // One in 25 milliseconds, with tolerance for timers and for a busy machine.
      assert.isAtMost(heard.length, (last - first) / 10 + 2)
      assert.isAtLeast(heard.length, (last - first) / 150)
    }),
  )

  it.scopedLive("work again after Postgres ended the connection, which itself notifies", () =>
    Effect.gen(function* () {
      const { lines, quiet } = yield* logged
      yield* Effect.gen(function* () {
        const options = yield* named
        const one = yield* process(options)
        const other = yield* process({ ...options, applicationName: "other" })
        yield* Effect.forEach([one, other], connected)
        const eye = yield* onlooker
        const mine = yield* backends(eye, `${options.applicationName} wake-ups`)
        assert.lengthOf(mine, 1)
        yield* Effect.promise(() => eye.query("SELECT pg_terminate_backend($1)", mine))
        yield* connected(one)
        yield* other.notify("jobs")
        assert.isTrue(yield* isNotified(one, "jobs", "2 seconds"))
        yield* one.notify("jobs")
        assert.isTrue(yield* isNotified(other, "jobs", "2 seconds"))
      }).pipe(Effect.provide(quiet))
      assert.deepStrictEqual(lines, [
        "WARN Notification connection lost; workers poll until it is restored.",
        "INFO Notification connection restored.",
      ])
    }),
  )

  it.scopedLive(
    "fail no caller while Postgres is unavailable, are logged once, and are sent afterwards",
    () =>
      Effect.gen(function* () {
        const { lines, quiet } = yield* logged
        yield* Effect.gen(function* () {
          const options = yield* named
          const line = yield* cable
          const one = yield* process(options, through(line))
          const other = yield* process(options)
          yield* Effect.forEach([one, other], connected)
          line.cut()
          yield* Effect.sleep("1500 millis")
          yield* one.notify("jobs")
          assert.isTrue(yield* isNotified(one, "jobs", "1 second"))
          assert.isFalse(yield* isNotified(other, "jobs", "300 millis"))
          line.repair()
          assert.isTrue(yield* isNotified(other, "jobs", "10 seconds"))
          yield* connected(one)
        }).pipe(Effect.provide(quiet))
        assert.lengthOf(lines, 2, lines.join("\n"))
      }),
  )

  it.scopedLive("notice a connection that is open and silent", () =>
    Effect.gen(function* () {
      const { quiet } = yield* logged
      yield* Effect.gen(function* () {
        const options = yield* named
        const line = yield* cable
        const one = yield* process(options, through(line))
        yield* connected(one)
        line.stall()
        yield* Effect.sleep("1200 millis")
        line.repair()
        yield* connected(one)
      }).pipe(Effect.provide(quiet))
    }),
  )

  it.scopedLive("are there before their connection is, and close with the scope", () =>
    Effect.gen(function* () {
      const { lines, quiet } = yield* logged
      const options = yield* named
      const line = yield* cable
      line.cut()
      const exit = yield* process(options, through(line)).pipe(
        Effect.tap((one) => one.notify("jobs")),
        Effect.flatMap((one) => isNotified(one, "jobs", "1 second")),
        Effect.scoped,
        Effect.provide(quiet),
        Effect.exit,
      )
      assert.deepStrictEqual(exit, Exit.succeed(true))
      assert.isAtMost(lines.length, 1)
      yield* Effect.scoped(Effect.flatMap(process(options), connected))
      const eye = yield* onlooker
      assert.deepStrictEqual(yield* backends(eye, `${options.applicationName} wake-ups`), [])
    }),
  )
})
