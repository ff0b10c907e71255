/**
 * The Notifier between processes, by NOTIFY and LISTEN on one dedicated connection. A NOTIFY in the change's transaction would
 * make commits wait for one another, so it follows the commit: the first at once, those of the next moment as one. This process
 * hears of it by the commit itself. Of a transaction that the application commits nobody knows the end; after a moment it has
 * most likely come, and if not, workers look by themselves.
 */
import { makeSignals, Notifier, type NotifierTopic, notifierTopics } from "@annotary/core/effect"
import { atEnd, type Ending } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { Deferred, Effect, Layer, Queue, Random, type Scope } from "effect"
import pg from "pg"

export interface NotifierOptions {
  /** How to connect: the options of the pool, `pool.options`. */
  readonly connection: pg.ClientConfig
  /** How often the connection is tried out, and how long an answer may take, in milliseconds. Default 20 000. */
  readonly heartbeatMillis?: number
}

/** Of one topic a process sends one NOTIFY in this time at most: each costs a backend of every process that listens. */
const moment = "25 millis"

/** So much later it is notified of transactions whose end nobody reports: most have been committed by then. */
const patience = "40 millis"

/**
 * Is there at once, whether the connection is or not. When that was lost it is made again, and all topics are notified. Processes
 * hear those whose tables are in the same schema, which is where the `search_path` of the `SqlClient` leads.
 */
export const layerNotifier = (options: NotifierOptions): Layer.Layer<Notifier, never, SqlClient.SqlClient> =>
  Layer.scoped(
    Notifier,
    Effect.gen(function* () {
      const local = yield* makeSignals
      const queued: { readonly [Topic in NotifierTopic]: Queue.Queue<void> } = {
        jobs: yield* Queue.sliding<void>(1),
        deliveries: yield* Queue.sliding<void>(1),
        webhook_tests: yield* Queue.sliding<void>(1),
      }
      const line = makeLine(options, yield* channelName, local.notify)
      /** Requested in transactions whose end nobody reports. */
      const unsure = new Set<NotifierTopic>()
      const passOn = (topic: NotifierTopic) =>
        Queue.take(queued[topic]).pipe(
          Effect.zipRight(
            Effect.suspend(() =>
              unsure.delete(topic)
                ? Effect.map(Effect.sleep(patience), () => local.notify(topic))
                : Effect.void,
            ),
          ),
          Effect.zipRight(line.notify(topic)),
          Effect.zipRight(Effect.sleep(moment)),
          Effect.forever,
        )
      const report = (topic: NotifierTopic) => (ending: Ending) => {
        if (ending === "undone") return
        if (ending === "committed") local.notify(topic)
        else unsure.add(topic)
        queued[topic].unsafeOffer(undefined)
      }
      yield* Effect.forkScoped(line.stayConnected)
      yield* Effect.forEach(notifierTopics, (topic) => Effect.forkScoped(passOn(topic)))
      return Notifier.of({
        wait: local.wait,
        notify: (topic) => atEnd(report(topic)),
      })
    }),
  )

type Tell = (topic: NotifierTopic) => Effect.Effect<void>
type Hear = (topic: NotifierTopic) => void

/** A channel is one database's. The name of a schema may be as long as that of a channel, so that its digest stands for it. */
const channelName = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ channel: string }>`SELECT 'annotary_' || md5(coalesce(current_schema(), '')) AS channel`,
).pipe(
  Effect.flatMap(([row]) => Effect.fromNullable(row?.channel)),
  Effect.orDie,
)

/** The connection, made as often as needed. What cannot be notified without it is notified when it is there again. */
const makeLine = (options: NotifierOptions, channel: string, heard: Hear) => {
  const missed = new Set<NotifierTopic>()
  let current: Line | undefined
  let failures = 0
  const notify: Tell = (topic) =>
    Effect.suspend(() => current?.notify(topic) ?? Effect.fail("not connected")).pipe(
      Effect.catchAll(() => Effect.sync(() => void missed.add(topic))),
    )
  const session = Effect.gen(function* () {
    const line = yield* connect(options, channel, heard)
    yield* Effect.acquireRelease(
      Effect.sync(() => {
        current = line
      }),
      () =>
        Effect.sync(() => {
          current = undefined
        }),
    )
    if (failures > 0) yield* Effect.logInfo("The connection for wake-ups is there again.")
    failures = 0
    const late = [...missed]
    missed.clear()
    yield* Effect.forEach(late, notify)
    notifierTopics.forEach(heard)
    return yield* line.ended
  })
  const stayConnected = Effect.scoped(session).pipe(
    Effect.catchAllCause((cause) =>
      Effect.suspend(() =>
        failures++ === 0
          ? Effect.logWarning("No connection for wake-ups; workers look by themselves meanwhile.", cause)
          : Effect.void,
      ),
    ),
    Effect.zipRight(Effect.suspend(() => backoff(failures))),
    Effect.forever,
  )
  return { notify, stayConnected }
}

/** A tenth of a second, doubled with every failure, ten seconds at most; apart, so that processes do not come all at once. */
const backoff = (failures: number): Effect.Effect<void> =>
  Effect.flatMap(Random.nextRange(0.5, 1), (apart) =>
    Effect.sleep(Math.min(100 * 2 ** Math.min(failures, 10), 10_000) * apart),
  )

interface Line {
  readonly notify: (topic: NotifierTopic) => Effect.Effect<void, unknown>
  /** Fails when the connection has ended, or does not answer. */
  readonly ended: Effect.Effect<never, unknown>
}

const connect = (
  { connection, heartbeatMillis = 20_000 }: NotifierOptions,
  channel: string,
  heard: Hear,
): Effect.Effect<Line, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const ended = yield* Deferred.make<never, unknown>()
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => new pg.Client(configOf(connection, heartbeatMillis))),
      close,
    )
    // Unheard, an error would end the process.
    client.on("error", (cause) => Deferred.unsafeDone(ended, Effect.fail(cause)))
    client.on("end", () => Deferred.unsafeDone(ended, Effect.fail("The connection was closed.")))
    const turn = yield* Effect.makeSemaphore(1)
    /** One at a time; what fails ends the connection. The driver fails what a connection that ends has not answered. */
    const ask = (query: pg.QueryConfig): Effect.Effect<pg.QueryResult, unknown> =>
      Effect.async<pg.QueryResult, unknown>((resume) => {
        client.query(query, (error: Error | null, result: pg.QueryResult) =>
          resume(error ? Effect.fail(error) : Effect.succeed(result)),
        )
      }).pipe(
        Effect.tapError((cause) => Deferred.fail(ended, cause)),
        turn.withPermits(1),
      )
    yield* Effect.tryPromise({ try: () => client.connect(), catch: (cause) => cause })
    const answer = yield* ask({ text: introduction })
    const { pid } = yield* Effect.fromNullable(answer.rows[0])
    client.on("notification", ({ payload, processId }) => {
      const topic = notifierTopics.find((one) => one === payload)
      // Its own are known to the process already.
      if (processId !== pid && topic !== undefined) heard(topic)
    })
    yield* ask({ text: `LISTEN ${pg.escapeIdentifier(channel)}` })
    const heartbeat = Effect.zipRight(Effect.sleep(heartbeatMillis), ask({ text: "SELECT 1" }))
    return {
      notify: (topic) => Effect.asVoid(ask({ text: notification, values: [channel, topic] })),
      ended: Effect.raceFirst(Deferred.await(ended), Effect.forever(heartbeat)),
    }
  })

const introduction = `SELECT pg_backend_pid() AS pid, set_config('application_name',
  concat_ws(' ', nullif(current_setting('application_name'), ''), 'wake-ups'), false)`

/** It is a transaction of its own, and no commit shall wait behind it for the disk: what is lost in a crash was a hint. */
const notification = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)"

const configOf = (connection: pg.ClientConfig, patience: number): pg.ClientConfig => ({
  ...connection,
  // A pool hides it from being copied.
  ...(connection.password === undefined ? {} : { password: connection.password }),
  connectionTimeoutMillis: patience,
  query_timeout: patience,
  pipeline: false,
  keepAlive: true,
})

/** Says goodbye, but does not wait longer than a second for a server that no longer listens. */
const close = (client: pg.Client): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    const done = () => {
      clearTimeout(timer)
      resume(Effect.void)
    }
    const timer = setTimeout(() => {
      client.connection.stream.destroy()
      done()
    }, 1000)
    client.end().then(done, done)
  })
