/** `engine.events`: committed events as they come, each once, from any event on. */
import { createEngine, type Engine, type OutboxEvent } from "@annotary/core"
import {
  type OutboxEvent as Event,
  EventDelay,
  EventFeed,
  EventId,
  Notifier,
  Outbox,
} from "@annotary/core/effect"
import { memory } from "@annotary/core/memory"
import { Effect, Layer, Stream } from "effect"
import { afterEach, assert, describe, it } from "vitest"

const open: Array<Engine> = []

afterEach(async () => {
  await Promise.all(open.splice(0).map((engine) => engine.close()))
})

const engineOf = async () => {
  const engine = await createEngine({ storage: memory(), events: true, worker: false })
  open.push(engine)
  await engine.users.create({ username: "ann" })
  const make = (name: string) =>
    engine.as("ann").datasets.create({ name, category: "other", taskType: "vector" })
  return { engine, make }
}

const take = async (events: AsyncIterable<OutboxEvent>, count: number) => {
  const taken: Array<OutboxEvent> = []
  for await (const event of events) if (taken.push(event) === count) break
  return taken
}

const names = (events: ReadonlyArray<OutboxEvent>) => events.map(({ dataset }) => dataset)

describe("the events of an engine", () => {
  it("come in order, those that are there and those that follow", async () => {
    const { engine, make } = await engineOf()
    await make("a")
    await make("b")
    const reading = take(engine.events({ pollMillis: 60_000 }), 4)
    await new Promise((resolve) => setTimeout(resolve, 30))
    await make("c")
    await engine.transaction(async (tx) => {
      await tx.datasets.update({ _tag: "Name", owner: "ann", name: "a" }, { readme: "new" })
    })
    const events = await reading
    assert.deepStrictEqual(names(events), ["ann/a", "ann/b", "ann/c", "ann/a"])
    assert.strictEqual(events[3]?.type, "dataset.updated")
  })

  it("go on after the one that is named", async () => {
    const { engine, make } = await engineOf()
    await make("a")
    const [first] = await take(engine.events(), 1)
    await make("b")
    await make("c")
    const after = first?.id ?? null
    assert.deepStrictEqual(names(await take(engine.events({ after }), 2)), ["ann/b", "ann/c"])
  })

  it("are not told of what was undone", async () => {
    const { engine, make } = await engineOf()
    const undone = engine.transaction(async (tx) => {
      await tx.as("ann").datasets.create({ name: "undone", category: "other", taskType: "vector" })
      throw new Error("no")
    })
    await undone.catch(() => undefined)
    await make("kept")
    assert.deepStrictEqual(names(await take(engine.events(), 1)), ["ann/kept"])
  })

  it("end with the signal, and with the engine", async () => {
    const { engine, make } = await engineOf()
    await make("a")
    const controller = new AbortController()
    const seen: Array<string> = []
    const reading = async (signal?: AbortSignal) => {
      for await (const { dataset } of engine.events(signal === undefined ? {} : { signal }))
        seen.push(dataset)
    }
    const both = [reading(controller.signal), reading()]
    while (seen.length < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    controller.abort()
    await both[0]
    await engine.close()
    await both[1]
    assert.deepStrictEqual(seen, ["ann/a", "ann/a"])
    assert.deepStrictEqual(await take(engine.events(), 1), [])
  })

  it("refuse a place that is none", async () => {
    const { engine } = await engineOf()
    const error = await take(engine.events({ after: "yesterday" }), 1).catch((reason: unknown) => reason)
    assert.deepInclude(error, { _tag: "InvalidInput" })
  })
})

/** A storage whose transactions run side by side: the second event is committed after the third. */
const idAt = (millis: number, tail: string) =>
  EventId.make(
    `${Math.floor(millis)
      .toString(16)
      .padStart(12, "0")
      .replace(/^(.{8})/, "$1-")}-7000-8000-0000000000${tail}`,
  )

describe("an event that is committed late", () => {
  it("is told in its place, where the storage says how late that can be", async () => {
    const now = Date.now()
    const rows: Array<Event> = []
    const event = (millis: number, tail: string) => ({ id: idAt(now + millis, tail), dataset: tail }) as Event
    const store = Layer.mergeAll(
      Layer.succeed(Outbox, {
        append: () => Effect.void,
        read: ({ after, limit }) =>
          Effect.sync(() =>
            rows
              .filter(({ id }) => id > (after ?? ""))
              .sort((a, b) => (a.id < b.id ? -1 : 1))
              .slice(0, limit),
          ),
      }),
      Layer.succeed(Notifier, { notify: () => Effect.void, wait: () => Effect.never }),
      Layer.succeed(EventDelay, 150),
    )
    rows.push(event(0, "01"), event(20, "03"))
    setTimeout(() => rows.push(event(10, "02")), 60)
    const told = await EventFeed.pipe(
      Effect.flatMap((feed) => Stream.runCollect(Stream.take(feed.stream({ pollMillis: 10 }), 3))),
      Effect.provide(Layer.provide(EventFeed.Default, store)),
      Effect.runPromise,
    )
    assert.deepStrictEqual(
      [...told].map(({ dataset }) => dataset),
      ["01", "02", "03"],
    )
  })
})
