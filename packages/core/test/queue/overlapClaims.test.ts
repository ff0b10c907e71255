/** Claims of samples that several people label: how they end, what is counted, and what their work reads. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Stream, TestClock } from "effect"
import { Ids, makeMonotonicUuids, type SampleId } from "../../src/domain/Ids.ts"
import { memory } from "../../src/memory.ts"
import { ClaimStore } from "../../src/placement/ClaimStore.ts"
import { OverlapStore } from "../../src/placement/OverlapStore.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  body,
  claimed,
  engine,
  nextClaim,
  perform,
  refusal,
  samplesNamed,
  streets,
  told,
  two,
  world,
} from "./world.ts"

const get = (name: string, claim: { readonly id: Parameters<Queue["get"]>[0] }) =>
  as(name)(Effect.flatMap(Queue, (queue) => queue.get(claim.id)))

describe("a claim of a sample with overlap", () => {
  it.effect("has expired, though its place is no longer asked for", () =>
    Effect.gen(function* () {
      yield* world({ ...two, overlap: 3 })
      const sample = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab2", yield* nextClaim("lab2", "labeling"), "submit", { attributes: body(1) })
      yield* TestClock.adjust("901 seconds")
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap: 1 })))
      assert.strictEqual(yield* refusal(get("lab", claim)), "Conflict stale_claim")
      assert.strictEqual(yield* refusal(perform("lab", claim, "submit")), "Conflict stale_claim")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is superseded by the deletion of the sample", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      const claim = yield* nextClaim("lab", "labeling")
      yield* as("ann")(Effect.flatMap(Samples, (samples) => samples.remove(sample)))
      assert.strictEqual(yield* refusal(get("lab", claim)), "Conflict stale_claim")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("counts towards the limit of open claims, as that of a sample without overlap does", () =>
    Effect.gen(function* () {
      yield* world(two)
      const [a, b, c] = yield* samplesNamed("a", "b", "c")
      if (a === undefined || b === undefined || c === undefined) return assert.fail("samples")
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(c, { overlap: 1 })))
      const claim = (sample: SampleId) =>
        as("lab")(Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)))
      yield* claim(a)
      yield* claim(b)
      assert.strictEqual(yield* refusal(claim(c)), "Conflict too_many_claims")
      yield* claim(a)
      yield* as("lab")(
        Effect.flatMap(Queue, (queue) => Effect.flatMap(claim(b), (row) => queue.giveBack(row.claim.id))),
      )
      yield* claim(c)
      assert.strictEqual(yield* refusal(claim(b)), "Conflict too_many_claims")
    }).pipe(Effect.provide(engine({ maxOpenClaims: 2 }))),
  )

  it.effect("is the first of the queue, though a claim without overlap ends while it is renewed", () =>
    Effect.gen(function* () {
      const ending = Layer.effect(
        ClaimStore,
        Effect.map(ClaimStore, (store) =>
          ClaimStore.of({
            ...store,
            claim: (request) =>
              store.ofUser(request.user).pipe(
                Effect.flatMap((open) =>
                  store.release(
                    request.datasetId,
                    open.map(({ sampleId }) => sampleId),
                    "released",
                  ),
                ),
                Effect.zipRight(store.claim(request)),
              ),
          }),
        ),
      ).pipe(Layer.provideMerge(memory()))
      yield* Effect.gen(function* () {
        yield* world()
        const [first, second] = yield* samplesNamed("a", "b")
        if (first === undefined || second === undefined) return assert.fail("samples")
        yield* nextClaim("lab", "labeling")
        yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(second, { overlap: 2 })))
        const update = { priority: 3 }
        yield* as("man")(Effect.flatMap(Samples, (samples) => samples.update(second, update)))
        assert.strictEqual((yield* nextClaim("lab", "labeling")).sampleId, second)
      }).pipe(Effect.provide(engine({}, ending)))
    }),
  )

  it.effect("is listed with a person's other claims in one call of the storage", () =>
    Effect.gen(function* () {
      const calls: Array<string> = []
      const note = <A>(name: string, effect: Effect.Effect<A>) => Effect.tap(effect, () => calls.push(name))
      const watched = Layer.merge(
        Layer.effect(
          ClaimStore,
          Effect.map(ClaimStore, (store) =>
            ClaimStore.of({ ...store, ofUser: (user) => note("ofUser", store.ofUser(user)) }),
          ),
        ),
        Layer.effect(
          OverlapStore,
          Effect.map(OverlapStore, (store) =>
            OverlapStore.of({
              ...store,
              listClaims: (scope) => note("listClaims", store.listClaims(scope)),
              listAllClaims: (user) => note("listAllClaims", store.listAllClaims(user)),
            }),
          ),
        ),
      ).pipe(Layer.provideMerge(memory()))
      const list = Effect.gen(function* () {
        const queue = yield* Queue
        calls.length = 0
        const mine = yield* Stream.runCount(yield* queue.mine())
        const here = yield* Stream.runCount(yield* queue.ofDataset(streets))
        return [mine, here, ...calls]
      }).pipe(as("lab"))
      yield* Effect.gen(function* () {
        yield* world()
        const [first, second] = yield* samplesNamed("a", "b")
        if (first === undefined || second === undefined) return assert.fail("samples")
        yield* nextClaim("lab", "labeling")
        assert.deepStrictEqual(yield* list, [1, 1, "listAllClaims", "ofUser"])
        yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(second, { overlap: 2 })))
        yield* claimed("lab", "labeling", { count: 2 })
        assert.deepStrictEqual(yield* list, [2, 2, "listAllClaims", "listAllClaims"])
      }).pipe(Effect.provide(engine({}, watched)))
    }),
  )

  it.effect("counts the time of an earlier claim of the sample, under which nothing was sent", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* aSample()
      yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("20 minutes")
      const claim = yield* nextClaim("lab", "labeling")
      yield* TestClock.adjust("10 seconds")
      const { workunit } = yield* perform("lab", claim, "submit", {
        ...{ attributes: body(1), time: 310_000, inactiveTime: 0, timeSince: "previous" },
      })
      assert.strictEqual(workunit.time, 310_000)
    }).pipe((test) =>
      Effect.suspend(() => Effect.provideService(test, Ids, makeMonotonicUuids())).pipe(
        Effect.provide(engine()),
      ),
    ),
  )

  it.effect("reads the label of its holder alone, and writes its place once, when work is saved", () =>
    Effect.gen(function* () {
      const calls: Array<string> = []
      const watched = Layer.effect(
        OverlapStore,
        Effect.map(OverlapStore, (store) =>
          OverlapStore.of({
            ...store,
            listLabels: (...request) => Effect.tap(store.listLabels(...request), () => calls.push("labels")),
            put: (overlaps) => Effect.tap(store.put(overlaps), () => calls.push("put")),
          }),
        ),
      ).pipe(Layer.provideMerge(memory()))
      yield* Effect.gen(function* () {
        yield* world(two)
        yield* aSample()
        yield* perform("lab2", yield* nextClaim("lab2", "labeling"), "save", { attributes: body(2) })
        const claim = yield* nextClaim("lab", "labeling")
        calls.length = 0
        yield* perform("lab", claim, "save", { attributes: body(1) })
        yield* get("lab", claim)
        assert.deepStrictEqual(calls, ["put"])
      }).pipe(Effect.provide(engine({}, watched)))
    }),
  )
})

describe("the first overlap in a dataset", () => {
  it.effect("changes the version of the dataset, which an event reports", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      yield* as("man")(
        Effect.flatMap(SampleBulk, (bulk) => bulk.updateMany(streets, { uuids: [sample] }, { overlap: 2 })),
      )
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap: 3 })))
      assert.deepStrictEqual(yield* told, ["sample.created", "dataset.updated"])
    }).pipe(Effect.provide(engine())),
  )
})
