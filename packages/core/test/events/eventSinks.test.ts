/** Event sinks: other systems receive every event, in order, whatever fails and whichever process dies. */
import {
  createEngine,
  type Engine,
  type EngineOptions,
  type EventSink,
  publishTo,
  type SinkEvent,
} from "@annotary/core"
import {
  DeliveryStore,
  defaultWebhookSettings,
  EventFeed,
  EventId,
  generateIds,
  makeSinksLayer,
  now,
  Outbox,
  type OutboxEvent,
  PeriodicTaskStore,
  Retention,
  Transaction,
  toJsonText,
  Username,
  WebhookSettings,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Logger, Metric, MetricState, Scope, TestClock } from "effect"
import { makeEventPublisher, sinkTaskPrefix } from "../../src/events/publishEvents.ts"
import { world } from "../world.ts"

const silent = Effect.provide(Logger.remove(Logger.defaultLogger))

const ada = Username.make("ada")

/** Writes events of one committed transaction. */
const write = (count: number) =>
  Effect.gen(function* () {
    const outbox = yield* Outbox
    const ids = yield* generateIds(EventId, count)
    const createdAt = yield* now
    const events = ids.map(
      (id): OutboxEvent => ({
        id,
        type: "dataset.created",
        datasetId: null,
        owner: ada,
        dataset: "",
        createdAt,
        object: toJsonText({}),
        text: "ada made a dataset.",
        trace: null,
      }),
    )
    yield* (yield* Transaction).run(outbox.append(events))
    return ids
  })

/** A sink that keeps what it receives. `fail` decides before each call. */
const makeSink = (fail: (call: number) => unknown = () => undefined) => {
  const received: Array<SinkEvent> = []
  const calls = { count: 0, closed: 0 }
  const sink: EventSink = {
    name: "broker",
    publish: async (events) => {
      const error = fail(calls.count++)
      if (error !== undefined) throw error
      received.push(...events)
    },
    close: async () => {
      calls.closed += 1
    },
  }
  return { sink, received, calls, ids: (): ReadonlyArray<string> => received.map(({ id }) => id) }
}

/** A process that publishes to the sink until it is stopped. */
const run = (sink: EventSink) =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    yield* Layer.buildWithScope(makeSinksLayer([sink]), scope)
    return scope
  })

/** The turn of a process that died. */
const dead = { task: `${sinkTaskPrefix}broker`, token: "dead" }

const storage = world({ events: "always" })

describe("a sink", () => {
  it.effect("receives the stored events and those that follow, in their order", () =>
    Effect.gen(function* () {
      const { ids, received, sink } = makeSink()
      const before = yield* write(250)
      yield* run(sink)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(ids(), before)
      const later = yield* write(3)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(ids(), [...before, ...later])
      const { attributes, data, key, type } = received[0] ?? assert.fail()
      assert.strictEqual(key, "ada")
      assert.strictEqual(type, "dataset.created")
      assert.strictEqual(attributes.source, "/users/ada/")
      assert.strictEqual(JSON.parse(data).event_type, "dataset.created")
    }).pipe(Effect.provide(storage)),
  )

  it.effect("receives at most 100 events in one call", () =>
    Effect.gen(function* () {
      const sizes: Array<number> = []
      yield* write(250)
      yield* run({
        name: "broker",
        publish: async (events) => {
          sizes.push(events.length)
        },
      })
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(sizes, [100, 100, 50])
    }).pipe(Effect.provide(storage)),
  )

  it.effect("continues after the last event that it stored, in another process", () =>
    Effect.gen(function* () {
      const { calls, ids, sink } = makeSink()
      const first = yield* write(5)
      const scope = yield* run(sink)
      yield* TestClock.adjust("2 seconds")
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      assert.strictEqual(calls.closed, 1)
      const second = yield* write(5)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(ids(), first)
      yield* run(sink)
      yield* TestClock.adjust("2 seconds")
      assert.deepStrictEqual(ids(), [...first, ...second])
    }).pipe(Effect.provide(storage)),
  )

  it.effect("receives the same events again after each failure, and none is skipped", () =>
    Effect.gen(function* () {
      const { calls, ids, sink } = makeSink((call) =>
        call < 9 ? new Error("The broker is away.") : undefined,
      )
      const written = yield* write(3)
      yield* run(sink)
      yield* TestClock.adjust("2 seconds")
      assert.isAtLeast(calls.count, 1)
      assert.deepStrictEqual(ids(), [])
      // 1 + 2 + 4 + 8 + 16 + 32 + 60 + 60 + 60 seconds, each up to 20 % longer.
      yield* TestClock.adjust("300 seconds")
      assert.deepStrictEqual(ids(), written)
      assert.strictEqual(calls.count, 10)
    }).pipe(silent, Effect.provide(storage)),
  )

  it.effect("receives the events again when an attempt does not end", () =>
    Effect.gen(function* () {
      const aborted: Array<boolean> = []
      const { ids, received, sink } = makeSink()
      const written = yield* write(2)
      yield* run({
        name: "broker",
        publish: (events, signal) => {
          signal.addEventListener("abort", () => aborted.push(true))
          return aborted.length === 0 ? new Promise(() => undefined) : sink.publish(events, signal)
        },
      })
      yield* TestClock.adjust("29 seconds")
      assert.lengthOf(received, 0)
      yield* TestClock.adjust("5 seconds")
      assert.deepStrictEqual(ids(), written)
      assert.lengthOf(aborted, 1)
    }).pipe(silent, Effect.provide(storage)),
  )

  it.effect("receives fewer events at once while attempts take too long, and then more again", () =>
    Effect.gen(function* () {
      const sizes: Array<number> = []
      let most = 30
      const { ids, sink } = makeSink()
      const written = yield* write(200)
      yield* run({
        name: "broker",
        publish: (events, signal) => {
          sizes.push(events.length)
          return events.length > most ? new Promise(() => undefined) : sink.publish(events, signal)
        },
      })
      yield* TestClock.adjust("70 seconds")
      assert.deepStrictEqual(sizes.slice(0, 4), [100, 50, 25, 50])
      assert.deepStrictEqual(ids(), written.slice(0, 25))
      most = 100
      yield* TestClock.adjust("70 seconds")
      assert.deepStrictEqual(ids(), written)
      assert.include(sizes, 100, String(sizes))
    }).pipe(silent, Effect.provide(storage)),
  )

  it.effect(
    "is late in the metrics while it has events to store, and no more when its process gave up the turn",
    () =>
      Effect.gen(function* () {
        const late = Effect.map(Metric.snapshot, (pairs) =>
          pairs.flatMap(({ metricKey, metricState }) =>
            metricKey.name === "annotary_event_sink_lag_seconds" &&
            metricKey.tags.some(({ value }) => value === "late") &&
            MetricState.isGaugeState(metricState)
              ? [Number(metricState.value)]
              : [],
          ),
        )
        yield* write(3)
        const scope = yield* run({
          name: "late",
          publish: () => Promise.reject(new Error("The broker is away.")),
        })
        yield* TestClock.adjust("100 seconds")
        const [behind = 0] = yield* late
        assert.isTrue(behind >= 30 && behind <= 101, String(behind))
        yield* Scope.close(scope, yield* Effect.exit(Effect.void))
        assert.deepStrictEqual(yield* late, [0])
      }).pipe(silent, Effect.provide(storage)),
  )

  it.effect("receives events from one of three processes", () =>
    Effect.gen(function* () {
      const { ids, sink } = makeSink()
      yield* run(sink)
      yield* run(sink)
      yield* run(sink)
      const written = [...(yield* write(120)), ...(yield* write(1))]
      yield* TestClock.adjust("20 seconds")
      assert.deepStrictEqual(ids(), written)
    }).pipe(Effect.provide(storage)),
  )

  it.effect("receives events from another process when the lease of a dead one has ended", () =>
    Effect.gen(function* () {
      const { ids, sink } = makeSink()
      const store = yield* PeriodicTaskStore
      assert.strictEqual((yield* store.take(dead, 15))._tag, "Taken")
      const [first, ...others] = yield* write(3)
      yield* store.setCheckpoint(dead, first ?? assert.fail())
      yield* run(sink)
      yield* TestClock.adjust("14 seconds")
      assert.deepStrictEqual(ids(), [])
      yield* TestClock.adjust("3 seconds")
      assert.deepStrictEqual(ids(), others)
    }).pipe(Effect.provide(storage)),
  )

  it.effect("receives nothing more from a process that lost its turn meanwhile", () =>
    Effect.gen(function* () {
      const release = yield* Deferred.make<void>()
      const { ids, sink } = makeSink()
      const store = yield* PeriodicTaskStore
      const publish = yield* makeEventPublisher
      const written = yield* write(150)
      const mine = { task: dead.task, token: "mine" }
      yield* store.take(mine, 15)
      const slow: EventSink = {
        name: "broker",
        publish: async (events, signal) => {
          await Effect.runPromise(Deferred.await(release))
          await sink.publish(events, signal)
        },
      }
      const publishing = yield* Effect.fork(publish(slow, mine))
      yield* TestClock.adjust("16 seconds")
      assert.strictEqual((yield* store.take(dead, 15))._tag, "Taken")
      yield* Deferred.succeed(release, undefined)
      yield* Fiber.join(publishing)
      assert.deepStrictEqual(ids(), written.slice(0, 100))
      assert.isNull((yield* store.listCheckpoints(dead.task))[0]?.checkpoint)
    }).pipe(Effect.provide(Layer.provideMerge(EventFeed.Default, storage))),
  )
})

describe("the retention of events", () => {
  const dayMillis = 24 * 3600 * 1000

  /** Requests to remove events, in the order of the runs. */
  const prune = Effect.gen(function* () {
    const requests: Array<string | undefined> = []
    const store = yield* DeliveryStore
    const watched = DeliveryStore.of({
      ...store,
      prune: (request) => {
        requests.push(request.keepFrom)
        return store.prune(request)
      },
    })
    const { prune } = yield* Effect.provide(Retention, Retention.Default).pipe(
      Effect.provideService(DeliveryStore, watched),
      Effect.provideService(WebhookSettings, { ...defaultWebhookSettings, keepMillis: 30 * dayMillis }),
    )
    yield* prune
    return requests
  })

  it.effect("keeps all while a running sink has published none, then those after its last one", () =>
    Effect.gen(function* () {
      const store = yield* PeriodicTaskStore
      assert.deepStrictEqual(yield* prune, [undefined])
      yield* store.take(dead, 15)
      assert.deepStrictEqual(yield* prune, [""])
      yield* store.setCheckpoint(dead, "5")
      const other = { task: `${sinkTaskPrefix}other`, token: "other" }
      yield* store.take(other, 15)
      yield* store.setCheckpoint(other, "3")
      assert.deepStrictEqual(yield* prune, ["30"])
    }).pipe(Effect.provide(storage)),
  )

  it.effect("keeps nothing for a sink that has not run for as long as events are kept", () =>
    Effect.gen(function* () {
      const store = yield* PeriodicTaskStore
      yield* store.take(dead, 15)
      yield* TestClock.adjust(29 * dayMillis)
      assert.deepStrictEqual(yield* prune, [""])
      yield* TestClock.adjust(2 * dayMillis)
      assert.deepStrictEqual(yield* prune, [undefined])
    }).pipe(Effect.provide(storage)),
  )
})

describe("the extension of an engine", () => {
  const open = async (options: Omit<EngineOptions, "storage">) => {
    const engine: Engine = await createEngine({ storage: memory(), ...options })
    return engine
  }

  it("publishes each change and closes its sinks with the engine", async () => {
    const { calls, received, sink } = makeSink()
    const engine = await open({ events: true, extensions: [publishTo([sink])] })
    await engine.users.create({ username: "ada" })
    await engine.as("ada").datasets.create({ name: "cats", category: "other", taskType: "vector" })
    for (let i = 0; i < 100 && received.length === 0; i++)
      await new Promise((resolve) => setTimeout(resolve, 50))
    await engine.close()
    assert.deepStrictEqual(
      received.map(({ attributes, type }) => [type, attributes.source]),
      [["dataset.created", "/datasets/ada/cats/"]],
    )
    assert.strictEqual(calls.closed, 1)
  })

  it("refuses an engine that does not write all events", async () => {
    const { sink } = makeSink()
    await open({ extensions: [publishTo([sink])] }).then(
      () => assert.fail("the engine was created"),
      (error) => assert.include(String(error), "events: true"),
    )
  })

  for (const names of [["a", "a"], [""], ["two words"], ["x".repeat(101)]])
    it(`refuses sinks with the names ${JSON.stringify(names).slice(0, 30)}`, async () => {
      const sinks = names.map((name) => ({ ...makeSink().sink, name }))
      await open({ events: true, extensions: [publishTo(sinks)] }).then(
        () => assert.fail("the engine was created"),
        (error) => assert.include(String(error), "its own name"),
      )
    })
})
