/** The ground truth of a sample of which more labels are requested: hidden from the people who may still give one. */
import { assert, describe, it } from "@effect/vitest"
import { Chunk, Effect, Either, Option, Stream } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import type { Label } from "../../src/domain/Label.ts"
import { TakesLongTexts } from "../../src/kernel/TakesLongTexts.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { Overlaps } from "../../src/queue/Overlaps.ts"
import { SampleLists } from "../../src/samples/SampleLists.ts"
import { Samples } from "../../src/samples/Samples.ts"
import { Warnings } from "../../src/warnings/Warnings.ts"
import {
  aSample,
  as,
  body,
  engine,
  labeled,
  nextClaim,
  perform,
  refusal,
  samplesNamed,
  streets,
  world,
} from "./world.ts"

const truth = "ground-truth"

const reopen = (sample: SampleId, overlap = 2) =>
  as("man")(Effect.flatMap(Overlaps, (all) => all.set(sample, { overlap, reopen: true })))

/** The versions of the ground truth that a person sees, by each of the ways to it; null for none. */
const readTruth = (name: string, sample: SampleId) =>
  Effect.gen(function* () {
    const labels = yield* Labels
    const toVersion = (label: Pick<Label, "version"> | null | undefined) => label?.version ?? null
    const direct = Option.getOrNull(yield* Effect.option(labels.get(sample, truth)))
    const encoded = Option.getOrNull(
      yield* Effect.option(Effect.provideService(labels.get(sample, truth), TakesLongTexts, true)),
    )
    const view = yield* (yield* Samples).get(sample, { labelset: truth })
    const { rows } = yield* (yield* SampleLists).list(streets, { labelset: truth, fullLabel: true })
    const listed = Chunk.toReadonlyArray(yield* Stream.runCollect(rows)).find(
      (row) => row.sample.id === sample,
    )
    const [last] = yield* labels.history(sample, truth)
    return [direct?.label, encoded?.label, view.context.label, listed?.label, last].map(toVersion)
  }).pipe(as(name))

const submit = (name: string) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    perform(name, claim, "submit", { attributes: body(1) }),
  )

describe("the ground truth of a sample of which more labels are requested", () => {
  it.effect(
    "is hidden from whoever may still label it, and shown to its labeler and to those who see work",
    () =>
      Effect.gen(function* () {
        yield* world()
        const sample = yield* aSample()
        const version = (yield* submit("lab")).label?.version
        assert.isDefined(version)
        const seen = [version, version, version, version, version]
        assert.deepStrictEqual(yield* readTruth("lab2", sample), seen)
        yield* reopen(sample)
        for (const name of ["lab2", "rev"])
          assert.deepStrictEqual(yield* readTruth(name, sample), [null, null, null, null, null], name)
        for (const name of ["lab", "man", "ann"])
          assert.deepStrictEqual(yield* readTruth(name, sample), seen, name)
      }).pipe(Effect.provide(engine())),
  )

  it.effect("is shown to a person whose own label is in, and to all when no label is missing", () =>
    Effect.gen(function* () {
      yield* world()
      const sample = yield* aSample()
      yield* submit("lab")
      yield* reopen(sample, 3)
      yield* submit("lab2")
      assert.notInclude(yield* readTruth("lab2", sample), null)
      assert.notInclude(yield* readTruth("lab", sample), null)
      assert.deepStrictEqual(yield* readTruth("rev", sample), [null, null, null, null, null])
      yield* submit("rev2")
      assert.notInclude(yield* readTruth("rev", sample), null)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is hidden in each of its versions, while a prelabel, from which labeling starts, is shown", () =>
    Effect.gen(function* () {
      yield* world()
      const [sample, other] = yield* samplesNamed("one", "two")
      if (sample === undefined || other === undefined) return assert.fail("no samples")
      const labels = yield* Labels
      const { version } = yield* labeled(sample, "REVIEWED")
      yield* reopen(sample)
      assert.strictEqual(
        yield* refusal(as("lab")(labels.version(sample, truth, version))),
        "NotFound label_version_not_found",
      )
      assert.strictEqual((yield* as("man")(labels.version(sample, truth, version))).version, version)
      const prelabel = yield* labeled(other, "PRELABELED")
      yield* as("man")(Effect.flatMap(Overlaps, (all) => all.set(other, { overlap: 2 })))
      assert.deepStrictEqual(new Set(yield* readTruth("lab", other)), new Set([prelabel.version]))
      assert.strictEqual(
        (yield* as("lab")(labels.version(other, truth, prelabel.version))).version,
        prelabel.version,
      )
      yield* as("man")(labels.remove(sample, truth))
      assert.deepStrictEqual(yield* as("lab")(labels.history(sample, truth)), [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "has no warnings for people who may still label it, who check their own attributes as before",
    () =>
      Effect.gen(function* () {
        yield* world()
        const sample = yield* aSample()
        yield* labeled(sample, "REVIEWED")
        yield* reopen(sample)
        const warnings = yield* Warnings
        const missing = "NotFound label_not_found"
        assert.strictEqual(yield* refusal(as("lab")(warnings.check(sample))), missing)
        assert.strictEqual(yield* refusal(as("lab")(warnings.list(sample, truth))), missing)
        const own = yield* as("lab")(
          Effect.either(warnings.check(sample, { attributes: castToJsonText('{"annotations":[]}') })),
        )
        assert.isTrue(Either.isRight(own))
        const summarize = (name: string) =>
          as(name)(
            Effect.gen(function* () {
              const lines = yield* Stream.runCollect(yield* warnings.checkDataset(streets))
              return Chunk.toReadonlyArray(lines).find(({ _tag }) => _tag === "Summary")
            }),
          )
        assert.deepInclude(yield* summarize("lab"), { labels: 0 })
        assert.deepInclude(yield* summarize("man"), { labels: 1 })
      }).pipe(Effect.provide(engine())),
  )
})
