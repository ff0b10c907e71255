/** Lists of answers to gold samples, and changes of known labels that somebody else has changed meanwhile. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, TestClock } from "effect"
import { maxGoldSamples } from "../../src/domain/Gold.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import type { IfMatch } from "../../src/domain/ifMatch.ts"
import { Username } from "../../src/domain/Names.ts"
import { GoldStore } from "../../src/placement/GoldStore.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { Queue } from "../../src/queue/Queue.ts"
import { Samples } from "../../src/samples/Samples.ts"
import {
  aSample,
  as,
  body,
  engine,
  perform,
  pointersOf,
  refusal,
  samplesNamed,
  streets,
  world,
} from "./world.ts"

const set = (sample: SampleId, attributes = body(1), ifMatch?: IfMatch | null) =>
  as("man")(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes }, ifMatch)))

const remove = (sample: SampleId, ifMatch?: IfMatch) =>
  as("man")(Effect.flatMap(GoldSamples, (gold) => gold.remove(sample, ifMatch)))

const answer = (user: string, sample: SampleId, objects: number) =>
  Effect.gen(function* () {
    const { claim } = yield* as(user)(
      Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)),
    )
    yield* perform(user, claim, "submit", { attributes: body(objects) })
    yield* TestClock.adjust("1 second")
  })

/** Three gold samples: lab answers all, in another order than that of their ids, and lab2 the first one. */
const answered = Effect.gen(function* () {
  yield* world({ enableSaveButton: true })
  const ids = yield* samplesNamed("one", "two", "three")
  const [one, two, three] = ids
  if (!one || !two || !three) return yield* Effect.dieMessage("No samples.")
  for (const id of ids) yield* set(id)
  yield* answer("lab", two, 1)
  yield* answer("lab", one, 2)
  yield* answer("lab", three, 1)
  yield* answer("lab2", one, 1)
  return { one, two, three }
})

describe("the answers to gold samples", () => {
  it.effect("of a person are listed with the names of samples, in pages, the latest first", () =>
    Effect.gen(function* () {
      const { one, three, two } = yield* answered
      const list = (
        user: string,
        page: { readonly after?: SampleId; readonly limit?: number } = {},
        by = "man",
      ) => as(by)(Effect.flatMap(GoldSamples, (gold) => gold.personAnswers(streets, user, page)))
      const names = (rows: Effect.Effect.Success<ReturnType<typeof list>>) => rows.map(({ name }) => name)
      assert.deepStrictEqual(names(yield* list("lab")), ["three", "one", "two"])
      assert.deepStrictEqual(names(yield* list("lab", { limit: 2 })), ["three", "one"])
      assert.deepStrictEqual(names(yield* list("lab", { after: one, limit: 2 })), ["two"])
      assert.deepStrictEqual(names(yield* list("lab2")), ["one"])
      assert.deepStrictEqual(yield* list("nobody"), [])
      assert.deepStrictEqual(yield* list("no name"), [])
      assert.deepStrictEqual(yield* pointersOf(list("lab2", { after: two })), ["/after"])
      for (const by of ["lab", "rev"]) assert.match(yield* refusal(list("lab", {}, by)), /^PermissionDenied/)
      yield* as("ann")(Effect.flatMap(Samples, (samples) => samples.remove(three)))
      assert.deepStrictEqual(names(yield* list("lab")), [null, "one", "two"])
      yield* set(one, body(3))
      const [, ofOne] = yield* list("lab")
      assert.deepInclude(ofOne, { passed: null, outdated: true, counted: true })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("to a sample are listed with the labels, and without them when it was returned", () =>
    Effect.gen(function* () {
      const { one } = yield* answered
      const list = (page: { readonly after?: Username; readonly limit?: number } = {}) =>
        as("man")(Effect.flatMap(GoldSamples, (gold) => gold.answers(one, page)))
      const show = (rows: Effect.Effect.Success<ReturnType<typeof list>>) =>
        rows.map(({ label, user }) => [String(user), label?.attributes ?? null])
      const [first, second] = [
        ["lab2", body(1)],
        ["lab", body(2)],
      ]
      assert.deepStrictEqual(show(yield* list()), [first, second])
      assert.deepStrictEqual(show(yield* list({ limit: 1 })), [first])
      assert.deepStrictEqual(show(yield* list({ after: Username.make("lab2") })), [second])
      assert.deepStrictEqual(yield* pointersOf(list({ after: Username.make("man") })), ["/after"])
      yield* remove(one)
      const results = [
        ["lab2", null],
        ["lab", null],
      ]
      assert.deepStrictEqual(show(yield* list()), results)
      // Whoever labels it now labels blindly.
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(one, { overlap: 2 })))
      const { claim } = yield* as("lab")(
        Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", one)),
      )
      yield* perform("lab", claim, "save", { attributes: body(4) })
      assert.deepStrictEqual(show(yield* list()), results, "a label that nobody may see")
      yield* perform("lab", claim, "submit", { attributes: body(4) })
      assert.deepStrictEqual(show(yield* list()), results, "the same, finished")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("are counted for people in pages", () =>
    Effect.gen(function* () {
      yield* answered
      const list = (page: { readonly after?: Username; readonly limit?: number }) =>
        as("man")(
          Effect.flatMap(GoldSamples, (gold) =>
            Effect.map(gold.people(streets, page), (rows) => rows.map(({ user }) => String(user))),
          ),
        )
      assert.deepStrictEqual(yield* list({}), ["lab", "lab2"])
      assert.deepStrictEqual(yield* list({ limit: 1 }), ["lab"])
      assert.deepStrictEqual(yield* list({ after: Username.make("lab") }), ["lab2"])
    }).pipe(Effect.provide(engine())),
  )
})

describe("a known label", () => {
  it.effect("is replaced and removed only where it is the expected one", () =>
    Effect.gen(function* () {
      yield* world()
      const one = yield* aSample()
      const { label: first } = yield* set(one, body(1), null)
      assert.strictEqual(yield* refusal(set(one, body(2), null)), "VersionMismatch version_mismatch")
      const { label: second } = yield* set(one, body(2), first.version)
      assert.notStrictEqual(second.version, first.version)
      assert.strictEqual(yield* refusal(set(one, body(3), first.version)), "VersionMismatch version_mismatch")
      assert.strictEqual((yield* set(one, body(2), "*")).label.version, second.version, "an equal label")
      assert.strictEqual(yield* refusal(remove(one, first.version)), "VersionMismatch version_mismatch")
      yield* remove(one, [first.version, second.version])
      assert.strictEqual(yield* refusal(set(one, body(1), "*")), "VersionMismatch version_mismatch")
      assert.strictEqual(yield* refusal(remove(one, "*")), "NotFound gold_sample_not_found")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused where the dataset has as many as there may be, and replaced all the same", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world()
      const [one, other] = yield* samplesNamed("one", "other")
      if (!one || !other) return yield* Effect.dieMessage("No samples.")
      const { label } = yield* set(one)
      const store = yield* GoldStore
      yield* Effect.forEach(
        Array.from({ length: maxGoldSamples - 1 }, (_, index) => index),
        (index) => store.put({ ...label, sampleId: numberedId(index) }),
        { discard: true },
      )
      assert.strictEqual(yield* store.count(dataset.id), maxGoldSamples)
      assert.strictEqual(yield* refusal(set(other)), "Conflict too_many_gold_samples")
      assert.strictEqual((yield* set(one, body(2))).label.attributes, body(2))
    }).pipe(Effect.provide(engine())),
  )
})

/** The id of a sample that is not there. Cast: it has the form of one. */
const numberedId = (index: number) => `01890000-0000-7000-8000-${String(index).padStart(12, "0")}` as SampleId
