/** One place of a sample that several people label waits for its assignee, whatever becomes of the others. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import type { Claim } from "../../src/domain/Claim.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { SampleBulk } from "../../src/samples/SampleBulk.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { aSample, as, body, claimed, engine, nextClaim, perform, streets, two, world } from "./world.ts"

type SampleId = Claim["sampleId"]

const assign = (sample: SampleId, name: string) =>
  as("man")(Effect.flatMap(Samples, (samples) => samples.update(sample, { assignedLabeler: name })))
const prioritise = (sample: SampleId, priority: number) =>
  as("man")(Effect.flatMap(SampleBulk, (bulk) => bulk.updateMany(streets, { uuids: [sample] }, { priority })))
const giveBack = (name: string, { id }: Claim) =>
  as(name)(Effect.flatMap(Queue, (queue) => queue.giveBack(id)))

/** The steps in which these people would get the sample; 0 for not. */
const listSteps = (...names: ReadonlyArray<string>) =>
  Effect.forEach(names, (name) =>
    Effect.gen(function* () {
      const [row] = yield* claimed(name, "labeling")
      if (row !== undefined) yield* giveBack(name, row.claim)
      return row?.claim.step ?? 0
    }),
  )

describe("the place of an assignee", () => {
  it.effect("is kept for them while they have it, when the priority changes", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* assign(sample, "lab")
      yield* nextClaim("lab", "labeling")
      yield* nextClaim("lab2", "labeling")
      yield* prioritise(sample, 3)
      yield* TestClock.adjust("800 seconds")
      yield* nextClaim("lab2", "labeling")
      yield* TestClock.adjust("200 seconds")
      assert.deepStrictEqual(yield* listSteps("rev", "lab"), [0, 3])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is the first that others free, when they had all places at the assignment", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      const first = yield* nextClaim("lab2", "labeling")
      const second = yield* nextClaim("rev", "labeling")
      yield* assign(sample, "lab")
      yield* giveBack("rev", second)
      assert.deepStrictEqual(yield* listSteps("rev2", "lab"), [0, 3])
      yield* perform("lab2", first, "submit", { attributes: body(1) })
      assert.deepStrictEqual(yield* listSteps("rev2", "lab"), [0, 3])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is one that was free by the end of a lease, before others take that", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* nextClaim("lab2", "labeling")
      yield* TestClock.adjust("10 seconds")
      yield* nextClaim("rev", "labeling")
      yield* assign(sample, "lab")
      yield* TestClock.adjust("600 seconds")
      yield* nextClaim("lab2", "labeling")
      yield* TestClock.adjust("400 seconds")
      assert.deepStrictEqual(yield* listSteps("rev2", "lab"), [0, 3])
      assert.deepStrictEqual(yield* claimed("rev2", "labeling"), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is another one when the person who has it finishes it, or saves work there", () =>
    Effect.gen(function* () {
      yield* world({ ...two, overlap: 3 })
      const sample = yield* aSample()
      const [first, second] = [yield* nextClaim("lab2", "labeling"), yield* nextClaim("rev", "labeling")]
      const third = yield* nextClaim("rev2", "labeling")
      yield* assign(sample, "lab")
      yield* perform("lab2", first, "save", { attributes: body(1) })
      yield* perform("lab2", first, "submit", { attributes: body(1) })
      yield* perform("rev", second, "submit", { attributes: body(1) })
      yield* giveBack("rev2", third)
      assert.deepStrictEqual(yield* listSteps("man", "lab"), [0, 3])
      const claim = yield* nextClaim("lab", "labeling")
      yield* perform("lab", claim, "submit", { attributes: body(1) })
      assert.deepStrictEqual(yield* listSteps("man"), [0])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is free for everybody once the label of the assignee is in", () =>
    Effect.gen(function* () {
      yield* world(two)
      const sample = yield* aSample()
      yield* assign(sample, "lab")
      yield* perform("lab", yield* nextClaim("lab", "labeling"), "submit", { attributes: body(1) })
      assert.deepStrictEqual(yield* listSteps("lab2"), [4])
    }).pipe(Effect.provide(engine())),
  )
})
