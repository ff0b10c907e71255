import { Chunk, Clock, Effect, Metric, Schedule, Stream } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import { toMillis } from "../domain/Timestamp.ts"
import { PeriodicTaskStore, type TaskTurn } from "../storage/PeriodicTaskStore.ts"
import { EventFeed } from "./EventFeed.ts"
import { type EventSink, maxPublishedEvents, toSinkEvent } from "./EventSink.ts"

/** The tasks of sinks have names that begin so. */
export const sinkTaskPrefix = "event-sink:"

/** Makes the publisher of events to sinks: all events, in order, at least once. */
export const makeEventPublisher = Effect.gen(function* () {
  const feed = yield* EventFeed
  const store = yield* PeriodicTaskStore

  /**
   * Publishes the events after the checkpoint of the turn's task, and those that follow. Ends when another process took the task.
   * The checkpoint moves after the sink has stored the events, so that a crash repeats events and skips none.
   */
  return (sink: EventSink, turn: TaskTurn): Effect.Effect<void> =>
    Effect.gen(function* () {
      // A rate needs the zero before the first failure.
      yield* Metric.incrementBy(addSinkTag(failed, sink), 0)
      yield* Metric.incrementBy(addSinkTag(published, sink), 0)
      yield* Metric.set(addSinkTag(lag, sink), 0)
      const checkpoints = yield* store.listCheckpoints(turn.task)
      const after = checkpoints.find(({ task }) => task === turn.task)?.checkpoint ?? null
      let portion = maxPublishedEvents
      yield* Stream.runForEachWhile(Stream.chunks(feed.stream({ after })), (chunk) =>
        Effect.gen(function* () {
          let rest = Chunk.toReadonlyArray(chunk)
          const isFull = rest.length >= maxPublishedEvents
          while (rest.length > 0) {
            const stored = yield* publishSome(sink, rest, portion)
            // A sink that was too slow gets fewer at once, and more again as it keeps up.
            portion = Math.min(maxPublishedEvents, stored.length * 2)
            rest = rest.slice(stored.length)
            const last = stored.at(-1)
            if (last !== undefined && !(yield* store.setCheckpoint(turn, last.id))) return false
          }
          if (!isFull) yield* Metric.set(addSinkTag(lag, sink), 0)
          return true
        }),
      ).pipe(Effect.orDie)
      // The process that takes over says how late the sink is.
    }).pipe(Effect.ensuring(Metric.set(addSinkTag(lag, sink), 0)))
})

/** The time after which an attempt that has not ended is given up. */
const attemptMillis = 30_000

/** Retries after 1, 2, 4 seconds and so on, at most a minute, each varied by 20 %. */
const waits = Schedule.exponential("1 second").pipe(
  Schedule.union(Schedule.spaced("1 minute")),
  Schedule.jitteredWith({ min: 0.8, max: 1.2 }),
)

/** Publishes the first events, `portion` of them or, as attempts take too long, fewer. Returns those that the sink has stored. */
const publishSome = (
  sink: EventSink,
  events: ReadonlyArray<OutboxEvent>,
  portion: number,
): Effect.Effect<ReadonlyArray<OutboxEvent>> =>
  Effect.gen(function* () {
    let failures = 0
    let attempted = events.slice(0, portion)
    const attempt = Effect.suspend(() =>
      Effect.tryPromise({
        try: (signal) => sink.publish(attempted.map(toSinkEvent), signal),
        catch: (error) => error,
      }).pipe(
        Effect.timeoutFail({ duration: attemptMillis, onTimeout: () => tooSlow }),
        Effect.tapError((error) => {
          failures += 1
          const noted = Effect.zipRight(noteLag(sink, attempted), noteFailure(sink, attempted, error))
          if (error === tooSlow) attempted = attempted.slice(0, Math.max(1, Math.floor(attempted.length / 2)))
          return noted
        }),
      ),
    )
    yield* noteLag(sink, attempted)
    // Retried without end: the error channel is empty then.
    yield* Effect.orDie(Effect.retry(attempt, waits))
    yield* Metric.incrementBy(addSinkTag(published, sink), attempted.length)
    if (failures > 0)
      yield* Effect.logInfo("Events are published again.").pipe(
        Effect.annotateLogs({ sink: sink.name, failures }),
      )
    return attempted
  })

const tooSlow = new Error(`The attempt took longer than ${attemptMillis / 1000} seconds.`)

const noteLag = (sink: EventSink, [first]: ReadonlyArray<OutboxEvent>): Effect.Effect<void> =>
  Effect.flatMap(Clock.currentTimeMillis, (now) =>
    Metric.set(
      addSinkTag(lag, sink),
      first === undefined ? 0 : Math.max(0, now - toMillis(first.createdAt)) / 1000,
    ),
  )

const noteFailure = (
  sink: EventSink,
  events: ReadonlyArray<OutboxEvent>,
  error: unknown,
): Effect.Effect<void> =>
  Effect.zipRight(
    Metric.increment(addSinkTag(failed, sink)),
    Effect.logWarning("Events could not be published; retrying.").pipe(
      Effect.annotateLogs({
        sink: sink.name,
        first: events[0]?.id,
        events: events.length,
        reason: error instanceof Error ? error.message : String(error),
      }),
    ),
  )

const published = Metric.counter("annotary_event_sink_events_total", {
  description: "Events that this process has published, by sink.",
})
const failed = Metric.counter("annotary_event_sink_failures_total", {
  description: "Failed attempts of this process to publish events, by sink.",
})
const lag = Metric.gauge("annotary_event_sink_lag_seconds", {
  description: "Age of the oldest event that this process has to publish, by sink; 0 when there is none.",
})

const addSinkTag = <Type, In, Out>(metric: Metric.Metric<Type, In, Out>, { name }: EventSink) =>
  Metric.tagged(metric, "sink", name)
