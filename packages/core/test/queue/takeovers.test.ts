import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Layer } from "effect"
import { memory } from "../../src/memory.ts"
import { ClaimStore } from "../../src/placement/ClaimStore.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { aSample, as, claimed, engine, nextClaim, refusal, samplesNamed } from "./world.ts"
import { changeSettings, worldOfModels } from "./worldOfModels.ts"

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
