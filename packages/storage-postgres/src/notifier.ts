/**
 * The Notifier between processes, by NOTIFY and LISTEN on one dedicated connection. A NOTIFY inside a transaction would serialize
 * commits, so it follows the commit: the first at once, later ones within 25 milliseconds as one. This process is notified at the
 * commit itself. The end of a transaction that the application commits is unknown, so that its notifications are sent after a
 * delay; when one comes too early, workers find the change by polling.
 */
import { makeSignals, Notifier, type NotifierTopic, notifierTopics } from "@annotary/core/effect"
import { callAtEnd, type Ending } from "@annotary/storage-sql"
import * as SqlClient from "@effect/sql/SqlClient"
import { type Cause, Deferred, Effect, Layer, Queue, Schedule, type Scope } from "effect"
import pg from "pg"
import { readAtStart } from "./connection/startWait.ts"

export interface NotifierOptions {
  /** The connection options of the pool, `pool.options`. */
  readonly connection: pg.ClientConfig
  /** The interval of checks of the connection, and the time limit of an answer, in milliseconds. Default 20 000. */
  readonly heartbeatMillis?: number
  /** The start waits this long for a database that is unavailable, in milliseconds. Default 0. */
  readonly startWaitMillis?: number
}

/** A process sends at most one NOTIFY of a topic in this time, because each runs a backend of every listening process. */
const interval = "25 millis"

/** The delay of notifications of transactions that the application commits: most are committed by then. */
const commitDelay = "40 millis"

/**
 * Provides a Notifier, which does not wait for its connection. A lost connection is opened again, and all topics are then
 * notified. Processes notify each other when the `search_path` of their `SqlClient` leads to the same schema.
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
      const connection = makeConnection(options, yield* readChannelName(options), local.notify)
      /** Topics of transactions that the application commits. */
      const delayed = new Set<NotifierTopic>()
      const sendQueued = (topic: NotifierTopic) =>
        Queue.take(queued[topic]).pipe(
          Effect.zipRight(
            Effect.suspend(() =>
              delayed.delete(topic)
                ? Effect.map(Effect.sleep(commitDelay), () => local.notify(topic))
                : Effect.void,
            ),
          ),
          Effect.zipRight(connection.notify(topic)),
          Effect.zipRight(Effect.sleep(interval)),
          Effect.forever,
        )
      const report = (topic: NotifierTopic) => (ending: Ending) => {
        if (ending === "undone") return
        if (ending === "committed") local.notify(topic)
        else delayed.add(topic)
        queued[topic].unsafeOffer(undefined)
      }
      yield* Effect.forkScoped(connection.stayConnected)
      yield* Effect.forEach(notifierTopics, (topic) => Effect.forkScoped(sendQueued(topic)))
      return Notifier.of({
        wait: local.wait,
        notify: (topic) => callAtEnd(report(topic)),
      })
    }),
  )

type OnNotification = (topic: NotifierTopic) => void

/** The channel of the schema. Channels belong to a database; a digest is used because names of schemas may be too long. */
const readChannelName = ({ startWaitMillis = 0 }: NotifierOptions) =>
  Effect.flatMap(
    SqlClient.SqlClient,
    (sql) => sql<{ channel: string }>`SELECT 'annotary_' || md5(coalesce(current_schema(), '')) AS channel`,
  ).pipe(
    readAtStart("read the channel of notifications", startWaitMillis),
    Effect.flatMap(([row]) => Effect.orDie(Effect.fromNullable(row?.channel))),
  )

/** Keeps a connection open. Notifications that fail without one are sent when it is open again. */
const makeConnection = (options: NotifierOptions, channel: string, onNotification: OnNotification) => {
  const missed = new Set<NotifierTopic>()
  let current: Connection | undefined
  let isLost = false
  const notify = (topic: NotifierTopic): Effect.Effect<void> =>
    Effect.suspend(() => current?.notify(topic) ?? Effect.fail("not connected")).pipe(
      Effect.catchAll(() => Effect.sync(() => void missed.add(topic))),
    )
  const runSession = (pauses: Schedule.ScheduleDriver<unknown>) =>
    Effect.gen(function* () {
      const opened = yield* connect(options, channel, onNotification)
      yield* Effect.acquireRelease(
        Effect.sync(() => {
          current = opened
        }),
        () =>
          Effect.sync(() => {
            current = undefined
          }),
      )
      if (isLost) yield* Effect.logInfo("Notification connection restored.")
      isLost = false
      yield* pauses.reset
      const late = [...missed]
      missed.clear()
      yield* Effect.forEach(late, notify)
      notifierTopics.forEach(onNotification)
      return yield* opened.ended
    })
  const logLoss = (cause: Cause.Cause<unknown>) =>
    Effect.suspend(() => {
      if (isLost) return Effect.void
      isLost = true
      return Effect.logWarning("Notification connection lost; workers poll until it is restored.", cause)
    })
  const stayConnected = Effect.flatMap(Schedule.driver(backoff), (pauses) =>
    Effect.scoped(runSession(pauses)).pipe(
      Effect.catchAllCause(logLoss),
      Effect.zipRight(Effect.ignore(pauses.next(undefined))),
      Effect.forever,
    ),
  )
  return { notify, stayConnected }
}

/** The pauses between attempts to connect. They start again from the first after a connection. */
const backoff = Schedule.exponential("100 millis").pipe(
  Schedule.either(Schedule.spaced("10 seconds")),
  Schedule.jittered,
)

interface Connection {
  readonly notify: (topic: NotifierTopic) => Effect.Effect<void, unknown>
  /** Fails when the connection has ended, or does not answer. */
  readonly ended: Effect.Effect<never, unknown>
}

const connect = (
  { connection, heartbeatMillis = 20_000 }: NotifierOptions,
  channel: string,
  onNotification: OnNotification,
): Effect.Effect<Connection, unknown, Scope.Scope> =>
  Effect.gen(function* () {
    const ended = yield* Deferred.make<never, unknown>()
    const client = yield* Effect.acquireRelease(
      Effect.sync(() => new pg.Client(makeClientConfig(connection, heartbeatMillis))),
      close,
    )
    // An unhandled error event would end the process.
    client.on("error", (cause) => Deferred.unsafeDone(ended, Effect.fail(cause)))
    client.on("end", () => Deferred.unsafeDone(ended, Effect.fail("The connection was closed.")))
    const turn = yield* Effect.makeSemaphore(1)
    /** Runs one query at a time. A failure ends the connection; the driver then rejects unanswered queries. */
    const run = (query: pg.QueryConfig): Effect.Effect<pg.QueryResult, unknown> =>
      Effect.async<pg.QueryResult, unknown>((resume) => {
        client.query(query, (error: Error | null, result: pg.QueryResult) =>
          resume(error ? Effect.fail(error) : Effect.succeed(result)),
        )
      }).pipe(
        Effect.tapError((cause) => Deferred.fail(ended, cause)),
        turn.withPermits(1),
      )
    yield* Effect.tryPromise({ try: () => client.connect(), catch: (cause) => cause })
    const answer = yield* run({ text: introduction })
    const { pid } = yield* Effect.fromNullable(answer.rows[0])
    client.on("notification", ({ payload, processId }) => {
      const topic = notifierTopics.find((one) => one === payload)
      // This process has already notified itself of these changes.
      if (processId !== pid && topic !== undefined) onNotification(topic)
    })
    yield* run({ text: `LISTEN ${pg.escapeIdentifier(channel)}` })
    const heartbeat = Effect.zipRight(Effect.sleep(heartbeatMillis), run({ text: "SELECT 1" }))
    return {
      notify: (topic) => Effect.asVoid(run({ text: notification, values: [channel, topic] })),
      ended: Effect.raceFirst(Deferred.await(ended), Effect.forever(heartbeat)),
    }
  })

const introduction = `SELECT pg_backend_pid() AS pid, set_config('application_name',
  concat_ws(' ', nullif(current_setting('application_name'), ''), 'wake-ups'), false)`

/** Commits asynchronously, so that other commits do not wait for this one: a notification may be lost in a crash. */
const notification = "SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)"

const makeClientConfig = (connection: pg.ClientConfig, timeoutMillis: number): pg.ClientConfig => ({
  ...connection,
  // The pool's password is not enumerable, so the spread does not copy it.
  ...(connection.password === undefined ? {} : { password: connection.password }),
  connectionTimeoutMillis: timeoutMillis,
  query_timeout: timeoutMillis,
  pipeline: false,
  keepAlive: true,
})

/** Closes the connection, and waits for at most a second. */
const close = (client: pg.Client): Effect.Effect<void> =>
  Effect.async<void>((resume) => {
    const finish = () => {
      clearTimeout(timer)
      resume(Effect.void)
    }
    const timer = setTimeout(() => {
      client.connection.stream.destroy()
      finish()
    }, 1000)
    client.end().then(finish, finish)
  })
