import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { memory } from "../../src/memory.ts"
import { ClaimStore } from "../../src/placement/ClaimStore.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { aSample, as, claimed, engine, nextClaim, refusal, samplesNamed, streets } from "./world.ts"
import { changeSettings, prelabel, worldOfModels } from "./worldOfModels.ts"

/** A storage in memory whose first readers of open claims wait for each other: each of them decides by the same claims. */
const makeMeetingStorage = (readers: number) =>
  Layer.effect(
    ClaimStore,
    Effect.gen(function* () {
      const store = yield* ClaimStore
      const met = yield* Deferred.make<void>()
      let arrived = 0
      return ClaimStore.of({
        ...store,
        ofDataset: (dataset, limit) =>
          Effect.zipLeft(
            store.ofDataset(dataset, limit),
            Effect.suspend(() =>
              ++arrived < readers ? Deferred.await(met) : Deferred.succeed(met, undefined),
            ),
          ),
      })
    }),
  ).pipe(Layer.provideMerge(memory()))

const claimNext = (name: string) =>
  Effect.map(claimed(name, "labeling"), (rows) => rows.map(({ sample }) => sample.name))

const renew = (name: string, { id }: { readonly id: Parameters<Queue["renew"]>[0] }) =>
  as(name)(Effect.flatMap(Queue, (queue) => queue.renew(id)))

describe("samples that models have", () => {
  it.effect("go to different people who claim at the same time", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      yield* samplesNamed("a", "b", "c")
      yield* claimed("net", "prelabeling", { count: 3 })
      const people = ["lab", "lab2", "man"]
      const names = yield* Effect.forEach(people, claimNext, { concurrency: "unbounded" })
      assert.deepStrictEqual(names.flat().toSorted(), ["a", "b", "c"])
    }).pipe(Effect.provide(engine({}, makeMeetingStorage(3)))),
  )

  it.effect("go to a person once whose two calls run at the same time", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      yield* samplesNamed("a", "b")
      yield* claimed("net", "prelabeling", { count: 2 })
      const names = yield* Effect.all([claimNext("lab"), claimNext("lab")], { concurrency: "unbounded" })
      assert.deepStrictEqual(names, [["a"], ["a"]])
      assert.strictEqual((yield* claimed("lab", "labeling", { count: 9 })).length, 1)
    }).pipe(Effect.provide(engine({}, makeMeetingStorage(2)))),
  )

  it.effect(
    "go to a person once whose two calls run at the same time, where several people label samples",
    () =>
      Effect.gen(function* () {
        yield* worldOfModels({ usesOverlap: true })
        yield* samplesNamed("a", "b")
        yield* claimed("net", "prelabeling", { count: 2 })
        const names = yield* Effect.all([claimNext("lab"), claimNext("lab")], { concurrency: "unbounded" })
        assert.deepStrictEqual(names, [["a"], ["a"]])
      }).pipe(Effect.provide(engine({}, makeMeetingStorage(2)))),
  )

  it.effect("go to people who claim while the model gives them back", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      yield* aSample()
      const claim = yield* nextClaim("net", "prelabeling")
      const giveBack = as("net")(Effect.flatMap(Queue, (queue) => queue.giveBack(claim.id)))
      const store = yield* ClaimStore
      const [names] = yield* Effect.all(
        [claimNext("lab"), Effect.zipRight(giveBack, store.ofDataset(claim.datasetId, 1))],
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(names, ["one"])
    }).pipe(Effect.provide(engine({}, makeMeetingStorage(2)))),
  )

  it.effect("go to people after prelabeling was switched off, and models cannot keep them", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      yield* aSample()
      const claim = yield* nextClaim("net", "prelabeling")
      yield* changeSettings({ enablePrelabeling: false })
      assert.strictEqual(yield* refusal(renew("net", claim)), "Conflict wrong_state")
      assert.deepStrictEqual(yield* claimNext("lab"), ["one"])
    }).pipe(Effect.provide(engine())),
  )
})

describe("a change of the number of people who label a sample", () => {
  it.effect("ends the claim of a model, whose answer is refused", () =>
    Effect.gen(function* () {
      yield* worldOfModels()
      const [a, b] = yield* samplesNamed("a", "b")
      if (a === undefined || b === undefined) return assert.fail("samples")
      const rows = yield* claimed("net", "prelabeling", { count: 2 })
      const bulk = yield* SampleBulk
      yield* Effect.flatMap(Overlaps, (overlaps) => overlaps.set(a, { overlap: 2 })).pipe(as("man"))
      const { changed } = yield* bulk.updateMany(streets, { uuids: [b] }, { overlap: 2 }).pipe(as("man"))
      assert.strictEqual(changed, 1)
      for (const { claim } of rows)
        assert.strictEqual(yield* refusal(prelabel("net", claim)), "Conflict stale_claim")
      for (const name of ["lab", "lab2"]) assert.lengthOf(yield* claimed(name, "labeling", { count: 2 }), 2)
      assert.deepStrictEqual(yield* claimed("net", "prelabeling"), [])
    }).pipe(Effect.provide(engine())),
  )
})
