/// <reference lib="esnext.disposable" preserve="true" />
import { Effect, Layer } from "effect"
import type { OutboxEvent } from "../domain/Event.ts"
import { Ids, makeMonotonicUuids } from "../domain/Ids.ts"
import { createEngine, type Engine, type EngineOptions } from "../engine/createEngine.ts"
import type { Storage } from "../engine/Storage.ts"
import { Outbox } from "../events/Outbox.ts"
import { makeLayer } from "../memory/layer.ts"
import { type Faults, makeFaults } from "./faults.ts"
import { makeSeeds, type Seeds } from "./seeds.ts"
import { makeTestClock, type TestClock } from "./testClock.ts"

/** The options of {@link testEngine}: those of an engine. Events are written for every change unless `events` is false. */
export interface TestEngineOptions<
  E = never,
  Ports = never,
  Services = never,
  Exposed extends object = object,
> extends Omit<EngineOptions<E, Ports, Services, Exposed>, "storage"> {
  /** Defaults to memory. */
  readonly storage?: Layer.Layer<Storage | Ports, E>
  /** The initial time. Defaults to 2026-01-01T00:00:00Z. */
  readonly start?: string
}

/** An engine with the controls of a test. Disposing it closes the engine. */
export interface TestEngine<Exposed extends object = object> extends AsyncDisposable {
  readonly engine: Engine & Exposed
  /** The clock of the engine. */
  readonly clock: TestClock
  /** Injects storage failures. */
  readonly faults: Faults
  /** Creates test data. */
  readonly seed: Seeds
  /** All events so far, oldest first. */
  readonly events: () => Promise<ReadonlyArray<OutboxEvent>>
  /** Closes the engine, for runtimes and tests without `await using`. */
  readonly close: () => Promise<void>
}

/**
 * Creates an engine in memory for the tests of an application: with a test clock, fault injection, seeds, and the events
 * that were written. It needs no particular test runner.
 *
 * ```ts
 * await using test = await testEngine()
 * const { ref } = await test.seed.dataset({ samples: 3, people: { lea: "labeler" } })
 * const claims = await test.engine.as("lea").queue.claim(ref, "labeling")
 * await test.clock.advance("1 hour")
 * ```
 */
export const testEngine = async <
  E = never,
  Ports = never,
  Services = never,
  Exposed extends object = object,
>({
  start = "2026-01-01T00:00:00Z",
  storage,
  ...options
}: TestEngineOptions<E, Ports, Services, Exposed> = {}): Promise<TestEngine<Exposed>> => {
  const { clock, test } = makeTestClock(start)
  const { failing, faults } = makeFaults()
  const engine = await createEngine<E, Ports, Services, Exposed>({
    events: true,
    ...options,
    storage: Layer.mergeAll(
      failing(storage ?? makeMemoryLayer<E, Ports>()),
      Layer.setClock(clock),
      // Ids contain the time and increase within a process: the ids of one test would be in the future of another.
      Layer.succeed(Ids, makeMonotonicUuids()),
    ),
  })
  return {
    engine,
    clock: test,
    faults,
    seed: makeSeeds(engine),
    events: () => engine.runtime.runPromise(Effect.flatMap(Outbox, readAllEvents)),
    close: () => engine.close(),
    [Symbol.asyncDispose]: () => engine.close(),
  }
}

/** Ports beyond the engine's own come with a given storage. */
const makeMemoryLayer = <E, Ports>() =>
  makeLayer() as Layer.Layer<never, E> as Layer.Layer<Storage | Ports, E>

const pageSize = 1000

const readAllEvents = (outbox: typeof Outbox.Service): Effect.Effect<ReadonlyArray<OutboxEvent>> =>
  Effect.gen(function* () {
    const all: Array<OutboxEvent> = []
    while (true) {
      const page = yield* outbox.read({ after: all.at(-1)?.id ?? null, limit: pageSize })
      all.push(...page)
      if (page.length < pageSize) return all
    }
  })
