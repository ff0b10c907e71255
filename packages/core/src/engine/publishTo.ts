/** Event sinks for an engine: `createEngine({ storage, events: true, extensions: [webhooks(), publishTo([sink])] })`. */
import { Effect, Layer } from "effect"
import { EventFeed } from "../events/EventFeed.ts"
import type { EventSink } from "../events/EventSink.ts"
import { makeEventPublisher, sinkTaskPrefix } from "../events/publishEvents.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { PeriodicTaskStore } from "../storage/PeriodicTaskStore.ts"
import type { EngineContext, EngineExtension } from "./EngineExtension.ts"
import { EngineMisused } from "./EngineMisused.ts"
import { type PeriodicTask, runLeased } from "./periodicTasks.ts"

export * from "../events/EventSink.ts"

/**
 * The extension that publishes every event to other systems, in order and at least once. One process at a time publishes to a sink; when
 * it dies, another one continues. A new sink begins with the oldest stored event. `webhooks()` removes events at the end of their retention.
 */
export const publishTo = (sinks: ReadonlyArray<EventSink>) =>
  ({
    services: makeCheckLayer(sinks),
    worker: makeSinksLayer(sinks),
    expose: () => ({}),
  }) satisfies EngineExtension

/** Also in processes without background work: an event that these do not write reaches no sink. */
const makeCheckLayer = (sinks: ReadonlyArray<EventSink>): Layer.Layer<never> =>
  Layer.effectDiscard(
    Effect.gen(function* () {
      const { events } = yield* EngineSettings
      if (events !== "always") yield* Effect.die(new EngineMisused({ code: "sinks_without_events" }))
      if (!areValidNames(sinks)) yield* Effect.die(new EngineMisused({ code: "sink_names" }))
    }),
  )

/** Whether each sink has a name of allowed characters that no other one has. */
export const areValidNames = (sinks: ReadonlyArray<EventSink>): boolean =>
  sinks.every(({ name }) => sinkName.test(name)) &&
  new Set(sinks.map(({ name }) => name)).size === sinks.length

const sinkName = /^[A-Za-z0-9._-]{1,100}$/

/** Publishes until the scope closes; then the sinks are closed. */
export const makeSinksLayer = (sinks: ReadonlyArray<EventSink>): Layer.Layer<never, never, EngineContext> =>
  Layer.scopedDiscard(
    Effect.gen(function* () {
      const store = yield* PeriodicTaskStore
      const publish = yield* makeEventPublisher
      for (const sink of sinks) {
        yield* Effect.addFinalizer(() => closeSink(sink))
        const task: PeriodicTask = {
          name: sinkTaskPrefix + sink.name,
          everySeconds: 1,
          run: (turn) => publish(sink, turn),
        }
        yield* Effect.forkScoped(runLeased(store, task))
      }
    }),
  ).pipe(Layer.provide(EventFeed.Default))

const closeSink = (sink: EventSink): Effect.Effect<void> =>
  Effect.tryPromise(async () => await sink.close?.()).pipe(
    Effect.timeout("5 seconds"),
    Effect.catchAllCause((cause) =>
      Effect.annotateLogs(Effect.logWarning("A sink of events could not be closed.", cause), {
        sink: sink.name,
      }),
    ),
    Effect.asVoid,
  )
