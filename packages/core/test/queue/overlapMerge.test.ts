/** Labels that are merged when the last one comes in, or taken as merged by a reviewer. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import type { DatasetSettings } from "../../src/domain/DatasetSettings.ts"
import type { SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import type { LabelStatus } from "../../src/domain/Label.ts"
import { Username } from "../../src/domain/Names.ts"
import { Labels } from "../../src/labels/Labels.ts"
import {
  aSample,
  as,
  claimed,
  engine,
  nextClaim,
  overlapOf,
  perform,
  refusal,
  told,
  undo,
  world,
} from "./world.ts"

const makeCuboid = (x: number, width = 4) =>
  castToJsonText(
    JSON.stringify({
      annotations: [
        {
          id: 1,
          category_id: 1,
          type: "cuboid",
          position: { x, y: 0, z: 0 },
          dimensions: { x: width, y: 2, z: 2 },
          yaw: 0,
        },
      ],
    }),
  )
const empty = castToJsonText(`{"annotations":[]}`)

const begin = (settings: Partial<DatasetSettings>) =>
  Effect.gen(function* () {
    yield* world({ overlap: 2, usesOverlap: true, overlapDecision: "merge", ...settings })
    return yield* aSample()
  })

/** The same in a dataset whose labels are checked before the transactions that write them, because its configuration is long. */
const beginLong = (settings: Partial<DatasetSettings> = {}) =>
  Effect.gen(function* () {
    const merge = { overlap: 2, usesOverlap: true, overlapDecision: "merge" } as const
    const { dataset } = yield* world({ ...merge, ...settings })
    const categories = Array.from({ length: 2000 }, (_, id) => ({
      id,
      name: `a category with the number ${id}`,
    }))
    const taskAttributes = castToJsonText(JSON.stringify({ categories }))
    const { version } = dataset
    yield* Effect.flatMap(DatasetStore, (store) => store.update({ ...dataset, taskAttributes }, version))
    return yield* aSample()
  })

const submit = (name: string, attributes = empty) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) => perform(name, claim, "submit", { attributes }))

const readTruth = (sample: SampleId) =>
  as("ann")(
    Effect.map(
      Effect.flatMap(Labels, (labels) => labels.get(sample, "ground-truth")),
      ({ label }) => label,
    ),
  )

const readX = (text: string | null) => JSON.parse(text ?? "null").annotations[0].position.x

const setTruth = (sample: SampleId, status: LabelStatus) =>
  as("man")(Effect.flatMap(Labels, (labels) => labels.put(sample, "ground-truth", { status })))

describe("labels that agree", () => {
  it.effect("are merged into the ground truth when the last one comes in", () =>
    Effect.gen(function* () {
      const sample = yield* begin({})
      yield* submit("lab", makeCuboid(0))
      const last = yield* submit("lab2", makeCuboid(0.2))
      const truth = yield* readTruth(sample)
      assert.deepStrictEqual(
        [truth.status, truth.labeler, truth.reviewer, readX(truth.attributes)],
        ["REVIEWED", null, null, 0.1],
      )
      const shown = yield* overlapOf(sample)
      assert.deepStrictEqual([shown.state, shown.accepted, shown.merged], ["decided", "merged", null])
      assert.isAbove(JSON.parse(shown.agreement ?? "null").agreement, 0.8)
      assert.deepStrictEqual(yield* claimed("rev", "reviewing"), [])
      assert.isUndefined(JSON.parse(last.answer).undo)
      const history = yield* as("man")(
        Effect.flatMap(Labels, (labels) => labels.history(sample, "ground-truth")),
      )
      assert.deepStrictEqual(
        history.map(({ action, by }) => [action, by]),
        [["merge", "lab2"]],
      )
      assert.deepStrictEqual(yield* told, ["sample.created", "label.updated", "sample.agreed"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect(
    "are merged also where the configuration is so long that labels are checked before the write",
    () =>
      Effect.gen(function* () {
        const sample = yield* beginLong()
        yield* submit("lab", makeCuboid(0))
        yield* submit("lab2", makeCuboid(0.2))
        assert.deepStrictEqual((yield* overlapOf(sample)).accepted, "merged")
        assert.strictEqual(readX((yield* readTruth(sample)).attributes), 0.1)
      }).pipe(Effect.provide(engine())),
  )

  it.effect("are not merged where the dataset refuses the result of a check before the write", () =>
    Effect.gen(function* () {
      const sample = yield* beginLong({ overlap: 3, onEmptyLabel: "refuse", overlapThreshold: 0 })
      for (const [index, name] of ["lab", "lab2", "rev2"].entries())
        yield* submit(name, makeCuboid(100 * index))
      assert.strictEqual((yield* overlapOf(sample)).state, "adjudicating")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("wait for a reviewer by the rules of review by sampling, not by its rate", () =>
    Effect.gen(function* () {
      const rules: ReadonlyArray<readonly [Partial<DatasetSettings>, "adjudicating" | "decided"]> = [
        [{ reviewRate: 0, reviewPeople: [Username.make("LAB")] }, "adjudicating"],
        [{ reviewRate: 0, reviewPeople: [Username.make("rev")] }, "decided"],
        [{ reviewRate: 0, reviewCategories: [1] }, "adjudicating"],
        [{ reviewRate: 0, reviewCategories: [2] }, "decided"],
        [{ reviewRate: 1, reviewCategories: [1] }, "decided"],
        [{ reviewRate: 0.999999 }, "decided"],
      ]
      for (const [settings, state] of rules)
        yield* Effect.gen(function* () {
          const sample = yield* begin({ reviewWarnings: false, ...settings })
          yield* submit("lab", makeCuboid(0))
          yield* submit("lab2", makeCuboid(0.2))
          assert.strictEqual((yield* overlapOf(sample)).state, state, JSON.stringify(settings))
          assert.lengthOf(yield* claimed("rev", "reviewing"), state === "decided" ? 0 : 1)
        }).pipe(Effect.provide(engine()))
    }),
  )

  it.effect("wait for a reviewer where the merged label could not be checked and a rate is set", () =>
    Effect.gen(function* () {
      for (const [reviewRate, reviewWarnings, state] of [
        [0, true, "adjudicating"],
        [0, false, "decided"],
        [1, true, "decided"],
      ] as const)
        yield* Effect.gen(function* () {
          const sample = yield* begin({ reviewRate, reviewWarnings })
          yield* submit("lab", makeCuboid(0))
          yield* submit("lab2", makeCuboid(0.2))
          assert.strictEqual((yield* overlapOf(sample)).state, state)
        }).pipe(Effect.provide(engine()))
    }),
  )

  it.effect("are not taken back once they are merged", () =>
    Effect.gen(function* () {
      yield* begin({})
      yield* submit("lab")
      const claim = yield* nextClaim("lab2", "labeling")
      yield* perform("lab2", claim, "submit", { attributes: empty })
      assert.strictEqual(yield* refusal(undo("lab2", claim)), "Conflict not_undoable")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("wait for a reviewer when a manager rejects the merged label", () =>
    Effect.gen(function* () {
      const sample = yield* begin({})
      yield* submit("lab")
      yield* submit("lab2")
      yield* setTruth(sample, "REJECTED")
      assert.deepStrictEqual(yield* claimed("lab", "labeling"), [])
      const claim = yield* nextClaim("rev", "reviewing")
      const done = yield* perform("rev", claim, "accept", { overlapLabel: "B" })
      assert.strictEqual(done.label?.labeler, "lab2")
      assert.strictEqual((yield* overlapOf(sample)).accepted, "B")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("wait for a reviewer where the dataset refuses the merged label", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlap: 3, onEmptyLabel: "refuse", overlapThreshold: 0 })
      // No two of them are one object, so that the merged label is empty.
      for (const [index, name] of ["lab", "lab2", "rev2"].entries())
        yield* submit(name, makeCuboid(100 * index))
      assert.strictEqual((yield* overlapOf(sample)).state, "adjudicating")
      assert.strictEqual((yield* nextClaim("rev", "reviewing")).sampleId, sample)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("wait for a reviewer where somebody skipped the sample", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlap: 3, enableSkipLabeling: true })
      yield* submit("lab")
      yield* submit("lab2")
      yield* perform("rev2", yield* nextClaim("rev2", "labeling"), "skip")
      assert.strictEqual((yield* overlapOf(sample)).state, "adjudicating")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("change nothing that a manager has finished meanwhile", () =>
    Effect.gen(function* () {
      const sample = yield* begin({})
      yield* submit("lab", makeCuboid(0))
      yield* setTruth(sample, "REVIEWED")
      yield* submit("lab2", makeCuboid(0))
      assert.isNull((yield* readTruth(sample)).attributes)
      assert.strictEqual((yield* overlapOf(sample)).state, "adjudicating")
    }).pipe(Effect.provide(engine())),
  )
})

describe("labels that do not agree", () => {
  it.effect("wait for a reviewer, who may take or edit the merged label", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlapThreshold: 0.99 })
      yield* submit("lab", makeCuboid(0))
      yield* submit("lab2", makeCuboid(0.2))
      const { merged, state } = yield* overlapOf(sample)
      assert.strictEqual(state, "adjudicating")
      if (merged?.refusal !== null) return assert.fail("is not merged")
      assert.strictEqual(readX(merged.attributes), 0.1)
      assert.deepStrictEqual(
        merged.objects.map(({ geometry, sources }) => [
          geometry,
          sources.map(({ person }) => person).toSorted(),
        ]),
        [["mean", ["A", "B"]]],
      )
      const done = yield* perform("rev", yield* nextClaim("rev", "reviewing"), "accept", {
        overlapLabel: "merged",
      })
      assert.deepStrictEqual(
        [
          done.label?.status,
          done.label?.labeler,
          done.label?.reviewer,
          readX(done.label?.attributes ?? null),
        ],
        ["REVIEWED", null, "rev", 0.1],
      )
      assert.strictEqual((yield* overlapOf(sample)).accepted, null)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("are not taken as merged where nothing can be merged", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ enableSkipLabeling: true })
      yield* submit("lab")
      yield* perform("lab2", yield* nextClaim("lab2", "labeling"), "skip")
      assert.deepStrictEqual((yield* overlapOf(sample)).merged, { refusal: "few" })
      const claim = yield* nextClaim("rev", "reviewing")
      assert.strictEqual(
        yield* refusal(perform("rev", claim, "accept", { overlapLabel: "merged" })),
        "InvalidInput invalid",
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("get one more label, up to the maximum, and are merged as soon as they agree", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlapDecision: "one_more", overlapMaximum: 4, overlapThreshold: 0.5 })
      yield* submit("lab", makeCuboid(0))
      yield* submit("lab2", makeCuboid(100))
      const shown = yield* overlapOf(sample)
      assert.deepStrictEqual(
        [shown.state, shown.overlap, shown.finished, shown.labels, shown.agreement],
        ["labeling", 3, 2, [], null],
      )
      assert.deepStrictEqual(yield* claimed("lab", "labeling"), [])
      yield* submit("rev2", makeCuboid(0))
      // A third of three pairs agrees: one more.
      assert.strictEqual((yield* overlapOf(sample)).overlap, 4)
      yield* submit("rev", makeCuboid(0))
      const decided = yield* overlapOf(sample)
      assert.deepStrictEqual([decided.state, decided.accepted], ["decided", "merged"])
      assert.strictEqual(readX((yield* readTruth(sample)).attributes), 0)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("wait for a reviewer when there are as many as the maximum", () =>
    Effect.gen(function* () {
      const sample = yield* begin({ overlapDecision: "one_more", overlapMaximum: 3 })
      for (const [index, name] of ["lab", "lab2", "rev2"].entries())
        yield* submit(name, makeCuboid(100 * index))
      const shown = yield* overlapOf(sample)
      assert.deepStrictEqual([shown.state, shown.overlap, shown.labels.length], ["adjudicating", 3, 3])
    }).pipe(Effect.provide(engine())),
  )
})
