/** Label writes outside the queues: a gold sample gives labelers and reviewers the answers of an ordinary one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Either } from "effect"
import type { SampleId } from "../../src/domain/Ids.ts"
import type { IfMatch } from "../../src/domain/ifMatch.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { Labels } from "../../src/labels/Labels.ts"
import type { LabelInput } from "../../src/labels/labelInput.ts"
import { GoldSamples } from "../../src/queue/GoldSamples.ts"
import { Queue } from "../../src/queue/Queue.ts"
import {
  as,
  body,
  claimed,
  engine,
  overlapOf,
  perform,
  refusal,
  samplesNamed,
  streets,
  two,
  world,
} from "./world.ts"

const put = (by: string, sample: SampleId, input: LabelInput, ifMatch?: IfMatch) =>
  as(by)(Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", input, ifMatch)))

const patch = (by: string, sample: SampleId, input: LabelInput, ifMatch?: IfMatch) =>
  as(by)(Effect.flatMap(Labels, (labels) => labels.patch(sample, "ground-truth", input, ifMatch)))

const claimNamed = (by: string, sample: SampleId) =>
  as(by)(Effect.flatMap(Queue, (queue) => queue.claimSample(streets, "labeling", sample)))

/** The answer without what differs between any two samples. */
const readAnswer = <A extends object, E extends { readonly _tag: string }, R>(
  effect: Effect.Effect<A, E, R>,
) =>
  Effect.gen(function* () {
    const result = yield* Effect.either(effect)
    if (Either.isLeft(result)) return yield* refusal(Effect.fail(result.left))
    return JSON.parse(
      JSON.stringify(result.right, (key, value) =>
        ["createdAt", "sampleId", "updatedAt", "version"].includes(key) ? "" : value,
      ),
    )
  })

const setGold = (sample: SampleId) =>
  as("man")(Effect.flatMap(GoldSamples, (gold) => gold.set(sample, { attributes: body(1) })))

/** A gold sample and two ordinary ones. */
const makePair = Effect.gen(function* () {
  yield* world({ enableSaveButton: true, enableSkipLabeling: true })
  const [gold, ordinary] = yield* samplesNamed("gold", "ordinary")
  if (gold === undefined || ordinary === undefined) return yield* Effect.dieMessage("No samples.")
  yield* setGold(gold)
  return { gold, ordinary }
})

const inputs: ReadonlyArray<LabelInput> = [
  {},
  { status: "LABELED" },
  { status: "LABELED", attributes: body(2) },
  { status: "SKIPPED" },
  { status: "LABELING_IN_PROGRESS", attributes: body(3) },
  { status: "VERIFIED", attributes: body(3) },
  { attributes: body(4) },
  { status: "LABELED", attributes: castToJsonText("[]") },
]

const tags: ReadonlyArray<IfMatch | undefined> = [undefined, "*"]

describe("a direct write of the label of a gold sample", () => {
  it.effect("is refused to people without a claim as that of an ordinary sample is", () =>
    Effect.gen(function* () {
      const { gold, ordinary } = yield* makePair
      for (const by of ["lab", "rev", "eve"])
        for (const input of inputs)
          for (const tag of tags) {
            for (const write of [put, patch]) {
              const answer = yield* readAnswer(write(by, gold, input, tag))
              assert.deepStrictEqual(answer, yield* readAnswer(write(by, ordinary, input, tag)))
            }
          }
      assert.strictEqual(
        yield* refusal(patch("lab", gold, { status: "LABELED" })),
        "NotFound label_not_found",
      )
      assert.match(yield* refusal(put("lab", gold, { status: "LABELED" })), /^PermissionDenied/)
    }).pipe(Effect.provide(engine())),
  )

  for (const [index, input] of inputs.entries())
    it.effect(`has the answer of an ordinary sample under a claim: ${JSON.stringify(input)} (${index})`, () =>
      Effect.gen(function* () {
        const { gold, ordinary } = yield* makePair
        for (const sample of [gold, ordinary]) yield* claimNamed("lab", sample)
        for (const write of [patch, put]) {
          const answer = yield* readAnswer(write("lab", gold, input))
          assert.deepStrictEqual(answer, yield* readAnswer(write("lab", ordinary, input)))
          // Another person has no claim.
          for (const other of ["lab2", "rev"])
            assert.match(yield* refusal(put(other, gold, { status: "LABELED" })), /^PermissionDenied/)
        }
      }).pipe(Effect.provide(engine())),
    )

  it.effect("matches the version of the person's own label", () =>
    Effect.gen(function* () {
      const { gold, ordinary } = yield* makePair
      const answers = yield* Effect.forEach([gold, ordinary], (sample) =>
        Effect.gen(function* () {
          const { claim } = yield* claimNamed("lab", sample)
          const { label } = yield* put("lab", sample, {
            status: "LABELING_IN_PROGRESS",
            attributes: body(2),
          })
          const next = { status: "LABELING_IN_PROGRESS", attributes: body(3) } as const
          const written = yield* readAnswer(patch("lab", sample, next, label.version))
          const stale = yield* readAnswer(patch("lab", sample, next, label.version))
          const saved = yield* perform("lab", claim, "save", { attributes: body(4) })
          return [written, stale, saved.label?.attributes]
        }),
      )
      assert.deepStrictEqual(answers[0], answers[1])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps the label as unfinished work, which the submission follows", () =>
    Effect.gen(function* () {
      const { gold } = yield* makePair
      const { claim } = yield* claimNamed("lab", gold)
      yield* put("lab", gold, { status: "LABELED", attributes: body(2) })
      const [row] = yield* claimed("lab", "labeling")
      assert.strictEqual(row?.label?.attributes, body(2))
      const { answers } = yield* as("man")(Effect.flatMap(GoldSamples, (all) => all.get(gold)))
      assert.deepStrictEqual(answers, [])
      yield* perform("lab", claim, "submit")
      const read = yield* as("man")(Effect.flatMap(GoldSamples, (all) => all.get(gold)))
      assert.deepStrictEqual(
        read.answers.map(({ user }) => user),
        ["lab"],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is refused in a dataset whose samples several people label, as that of all its samples is", () =>
    Effect.gen(function* () {
      yield* world(two)
      const [gold, ordinary] = yield* samplesNamed("gold", "ordinary")
      if (gold === undefined || ordinary === undefined) return yield* Effect.dieMessage("No samples.")
      yield* setGold(gold)
      for (const by of ["lab", "rev", "eve"])
        for (const input of inputs)
          for (const write of [put, patch]) {
            const answer = yield* readAnswer(write(by, gold, input))
            assert.deepStrictEqual(answer, yield* readAnswer(write(by, ordinary, input)))
          }
    }).pipe(Effect.provide(engine())),
  )
})

describe("the overlap of a gold sample", () => {
  it.effect("is that of a new sample of the dataset", () =>
    Effect.gen(function* () {
      yield* world(two)
      const [gold, ordinary] = yield* samplesNamed("gold", "ordinary")
      if (gold === undefined || ordinary === undefined) return yield* Effect.dieMessage("No samples.")
      yield* setGold(gold)
      for (const by of ["rev", "man"]) {
        const { sampleId: _gold, ...shown } = yield* overlapOf(gold, by)
        const { sampleId: _ordinary, ...expected } = yield* overlapOf(ordinary, by)
        assert.deepStrictEqual(shown, expected)
        assert.strictEqual(shown.overlap, 2)
      }
    }).pipe(Effect.provide(engine())),
  )
})
