import { Chunk, Clock, Effect, Metric, Schedule, Stream } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import { toMillis } from "../domain/Timestamp.ts"
import { PeriodicTaskStore, type TaskTurn } from "../storage/PeriodicTaskStore.ts"
import { EventFeed } from "./EventFeed.ts"
import { type EventSink, toSinkEvent } from "./EventSink.ts"

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
      const checkpoints = yield* store.listCheckpoints(turn.task)
      const after = checkpoints.find(({ task }) => task === turn.task)?.checkpoint ?? null
      yield* Stream.runForEachWhile(Stream.chunks(feed.stream({ after })), (chunk) =>
        Effect.gen(function* () {
          const events = Chunk.toReadonlyArray(chunk)
          const last = events.at(-1)
          if (last === undefined) return true
          yield* publishUntilStored(sink, events)
          return yield* store.setCheckpoint(turn, last.id)
        }),
      ).pipe(Effect.orDie)
    })
})

/** The time after which an attempt that has not ended is given up and repeated. */
const attemptMillis = 30_000

/** Retries after 1, 2, 4 seconds and so on, at most a minute, each varied by 20 %. */
const waits = Schedule.exponential("1 second").pipe(
  Schedule.union(Schedule.spaced("1 minute")),
  Schedule.jitteredWith({ min: 0.8, max: 1.2 }),
)

const publishUntilStored = (sink: EventSink, events: ReadonlyArray<OutboxEvent>): Effect.Effect<void> =>
  Effect.gen(function* () {
    const messages = events.map(toSinkEvent)
    let failures = 0
    const attempt = Effect.tryPromise({
      try: (signal) => sink.publish(messages, signal),
      catch: (error) => error,
    }).pipe(
      Effect.timeoutFail({
        duration: attemptMillis,
        onTimeout: () => new Error(`The attempt took longer than ${attemptMillis / 1000} seconds.`),
      }),
      Effect.tapError((error) => {
        failures += 1
        return Effect.zipRight(noteLag(sink, events), noteFailure(sink, events, error))
      }),
    )
    yield* noteLag(sink, events)
    // Retried without end: the error channel is empty then.
    yield* Effect.orDie(Effect.retry(attempt, waits))
    yield* Metric.incrementBy(addSinkTag(published, sink), events.length)
    yield* Metric.set(addSinkTag(lag, sink), 0)
    if (failures > 0)
      yield* Effect.logInfo("Events are published again.").pipe(
        Effect.annotateLogs({ sink: sink.name, failures }),
      )
  })

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
  description: "Age of the oldest event that this process is publishing, by sink; 0 when there is none.",
})

const addSinkTag = <Type, In, Out>(metric: Metric.Metric<Type, In, Out>, { name }: EventSink) =>
  Metric.tagged(metric, "sink", name)
