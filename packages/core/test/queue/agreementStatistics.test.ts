/** How far the labels agree that several people made of the samples of a dataset. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "effect/FastCheck"
import { generateId, SampleId, VersionId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import type { LabelStatus } from "../../src/domain/Label.ts"
import type { Overlap } from "../../src/domain/Overlap.ts"
import { Labels } from "../../src/labels/Labels.ts"
import { OverlapStore } from "../../src/placement/OverlapStore.ts"
import { type AgreementRequest, AgreementStatistics } from "../../src/queue/figures/AgreementStatistics.ts"
import { SampleDraw } from "../../src/queue/figures/SampleDraw.ts"
import {
  aSample,
  as,
  engine,
  nextClaim,
  perform,
  refusal,
  samplesNamed,
  streets,
  undo,
  world,
} from "./world.ts"

const two = { overlap: 2, usesOverlap: true, enableSkipLabeling: true }

const measure = (request?: AgreementRequest, by = "man") =>
  as(by)(Effect.flatMap(AgreementStatistics, (all) => all.figures(streets, request)))

/** A cuboid of 10 m. */
const cuboid = (id: number, x: number) => ({
  id,
  category_id: 1,
  type: "cuboid",
  position: { x, y: 0, z: 0 },
  dimensions: { x: 10, y: 10, z: 10 },
  yaw: 0,
})

/** The person labels the next sample with these objects; null skips it. */
const label = (name: string, annotations: ReadonlyArray<object> | null) =>
  Effect.flatMap(nextClaim(name, "labeling"), (claim) =>
    annotations === null
      ? perform(name, claim, "skip")
      : perform(name, claim, "submit", { attributes: attributesOf(...annotations) }),
  )

const attributesOf = (...annotations: ReadonlyArray<object>) =>
  castToJsonText(JSON.stringify({ annotations }))

/** The figures where the storage finds each overlap changed. */
const measureWith = (change: (overlap: Overlap) => Overlap) =>
  Effect.gen(function* () {
    const store = yield* OverlapStore
    const changed = OverlapStore.of({
      ...store,
      find: (...request) =>
        Effect.map(
          store.find(...request),
          (all) => new Map([...all].map(([id, overlap]) => [id, change(overlap)])),
        ),
    })
    return yield* Effect.provide(measure(), AgreementStatistics.Default).pipe(
      Effect.provideService(OverlapStore, changed),
    )
  })

describe("agreement of a dataset", () => {
  it.effect("has nothing before two people have labeled a sample", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* aSample()
      yield* label("lab", [cuboid(1, 0)])
      const { complete, drawn, lowest, notCompared, summary } = yield* measure()
      assert.deepStrictEqual([complete, drawn, notCompared, summary.samples, lowest.length], [0, 0, 0, 0, 0])
      assert.deepStrictEqual(summary.agreement, { value: null, limits: null })
    }).pipe(Effect.provide(engine())),
  )

  it.effect("names people, and the samples that do not agree fully", () =>
    Effect.gen(function* () {
      yield* world(two)
      const [, other] = [yield* aSample("same"), yield* aSample("other"), yield* aSample("skipped")]
      // The label A is that of another person in each sample.
      yield* label("lab2", [cuboid(1, 0)])
      yield* label("lab", [cuboid(1, 0)])
      yield* label("lab", [cuboid(1, 0), cuboid(2, 500)])
      yield* label("lab2", [cuboid(1, 0)])
      yield* label("lab", null)
      yield* label("lab2", [cuboid(1, 0)])
      const { categories, complete, drawn, lowest, notCompared, summary } = yield* measure()
      assert.deepStrictEqual([complete, drawn, notCompared, summary.samples], [3, 3, 1, 2])
      assert.deepStrictEqual(
        lowest.map(({ agreement, name, sampleId, state }) => [agreement, name, sampleId, state]),
        [[2 / 3, "other", other, "adjudicating"]],
      )
      assert.deepStrictEqual(
        summary.pairs.map(({ confusion, people }) => [people, confusion]),
        [
          [
            ["lab", "lab2"],
            [
              { first: 1, second: 1, count: 2 },
              { first: 1, second: "absent", count: 1 },
            ],
          ],
        ],
      )
      assert.deepStrictEqual(
        summary.people.map(({ person, samples: count }) => [person, count]),
        [
          ["lab", 2],
          ["lab2", 2],
        ],
      )
      assert.deepStrictEqual([...categories], [])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("lists no sample where all agree", () =>
    Effect.gen(function* () {
      yield* world(two)
      for (const name of ["a", "b"]) {
        yield* aSample(name)
        for (const person of ["lab", "lab2"]) yield* label(person, [cuboid(1, 0.1), cuboid(2, 50.3)])
      }
      const { lowest, summary } = yield* measure()
      assert.strictEqual(summary.samples, 2)
      assert.approximately(summary.agreement.value ?? 0, 1, 1e-9)
      assert.deepStrictEqual(lowest, [])
    }).pipe(Effect.provide(engine())),
  )

  /** The person with an object more than the other one, by the confusions of the one pair. */
  const findWhoHasMore = Effect.map(measure(), ({ summary: { pairs } }) =>
    pairs.flatMap(({ confusion, people: [a, b] }) =>
      confusion.flatMap(({ first, second }) => (second === "absent" ? [a] : first === "absent" ? [b] : [])),
    ),
  )

  it.effect("names the person of each letter when one skipped between two others", () =>
    Effect.gen(function* () {
      yield* world({ ...two, overlap: 3 })
      yield* aSample()
      // The letters A, B and C are not in the order of the names.
      yield* label("rev", [cuboid(1, 0), cuboid(2, 500)])
      yield* label("man", null)
      yield* label("lab", [cuboid(1, 0)])
      assert.deepStrictEqual(yield* findWhoHasMore, ["rev"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("names the person of each letter after a label was taken back and sent again", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* aSample()
      const first = yield* nextClaim("lab2", "labeling")
      yield* perform("lab2", first, "submit", { attributes: attributesOf(cuboid(1, 0)) })
      yield* undo("lab2", first)
      yield* label("lab", [cuboid(1, 0)])
      yield* label("lab2", [cuboid(1, 0), cuboid(2, 500)])
      assert.deepStrictEqual(yield* findWhoHasMore, ["lab2"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("keeps the letters of people whose versions were made by a clock that went back", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world(two)
      const sample = yield* aSample()
      yield* label("lab2", [cuboid(1, 0), cuboid(2, 500)])
      const store = yield* OverlapStore
      const [stored] = yield* store.listLabels(dataset.id, sample)
      if (stored === undefined) return assert.fail("has no label")
      // As of a process whose clock is years ahead.
      yield* store.removeLabel(stored)
      yield* store.addLabel({ ...stored, version: VersionId.make("0ffffff0-0000-7000-8000-000000000000") })
      yield* label("lab", [cuboid(1, 0)])
      assert.deepStrictEqual(yield* findWhoHasMore, ["lab2"])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves a sample out of which a label was taken back between two statements", () =>
    Effect.gen(function* () {
      yield* world(two)
      yield* aSample()
      for (const name of ["lab", "lab2"]) yield* label(name, [cuboid(1, 0)])
      const { notCompared, summary } = yield* measureWith((overlap) => ({
        ...overlap,
        labelers: overlap.labelers.slice(1),
      }))
      assert.deepStrictEqual([notCompared, summary.samples], [1, 0])
    }).pipe(Effect.provide(engine())),
  )

  it.effect("lists as many samples as are asked for", () =>
    Effect.gen(function* () {
      yield* world(two)
      for (const name of ["a", "b", "c"]) {
        yield* aSample(name)
        yield* label("lab", [cuboid(1, 0)])
        yield* label("lab2", [cuboid(1, name.charCodeAt(0) - "a".charCodeAt(0))])
      }
      const { lowest } = yield* measure({ lowest: 2 })
      assert.deepStrictEqual(
        lowest.map(({ name }) => name),
        ["c", "b"],
      )
      assert.deepStrictEqual((yield* measure({ lowest: 0 })).lowest, [])
      assert.strictEqual(yield* refusal(measure({ lowest: 101 })), "InvalidInput invalid")
      assert.strictEqual(yield* refusal(measure({ seed: 0.5 })), "InvalidInput invalid")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("is shown to those who see who works on what", () =>
    Effect.gen(function* () {
      yield* world(two)
      for (const by of ["lab", "rev"]) assert.include(yield* refusal(measure({}, by)), "PermissionDenied")
    }).pipe(Effect.provide(engine())),
  )

  it.effect("leaves samples out to which a label is missing again since they were listed", () =>
    Effect.gen(function* () {
      const { dataset } = yield* world(two)
      const sample = yield* aSample()
      for (const name of ["lab", "lab2"]) yield* label(name, [cuboid(1, 0)])
      assert.deepStrictEqual(yield* (yield* OverlapStore).listComplete(dataset.id, null, 9), [sample])
      const { notCompared, summary } = yield* measureWith((overlap) => ({ ...overlap, state: "labeling" }))
      assert.deepStrictEqual([notCompared, summary.samples], [1, 0])
    }).pipe(Effect.provide(engine())),
  )
})

describe("a draw of samples", () => {
  const makeIds = (count: number) =>
    Effect.runSync(Effect.all(Array.from({ length: count }, () => generateId(SampleId))))

  it("takes all samples when there are few", () => {
    const ids = makeIds(5)
    const draw = new SampleDraw(5, 1)
    for (const id of ids) draw.add(id)
    assert.deepStrictEqual(draw.list(), ids.toSorted())
  })

  it("takes each sample as often as another, and the same ones for a seed", () => {
    const ids = makeIds(20)
    const counts = new Map(ids.map((id) => [id, 0]))
    const drawBy = (seed: number) => {
      const draw = new SampleDraw(5, seed)
      for (const id of ids) draw.add(id)
      assert.strictEqual(draw.seen, 20)
      return draw.list()
    }
    for (let seed = 0; seed < 4000; seed++)
      for (const id of drawBy(seed)) counts.set(id, (counts.get(id) ?? 0) + 1)
    // Each with the chance 1/4: 1000 ± 27.
    for (const count of counts.values()) assert.closeTo(count, 1000, 5 * 27)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 31 - 1 }), (seed) => {
        assert.deepStrictEqual(drawBy(seed), drawBy(seed))
        assert.strictEqual(new Set(drawBy(seed)).size, 5)
      }),
    )
  })
})

describe("agreement of two labelsets", () => {
  const put = (
    sample: SampleId,
    labelset: "ground-truth" | "model-1",
    status: LabelStatus,
    ...annotations: ReadonlyArray<object>
  ) =>
    as("ann")(
      Effect.flatMap(Labels, (labels) =>
        labels.put(sample, labelset, { status, attributes: attributesOf(...annotations) }),
      ),
    )
  const labelsets = ["ground-truth", "model-1"] as const

  it.effect("compares labels that both have finished, predictions of the model included", () =>
    Effect.gen(function* () {
      yield* world()
      const all = yield* samplesNamed("equal", "apart", "by nobody", "skipped", "alone")
      const [equal, apart, byNobody, skipped, alone] = all as [
        SampleId,
        SampleId,
        SampleId,
        SampleId,
        SampleId,
      ]
      for (const sample of [equal, apart, byNobody, skipped])
        yield* put(sample, "model-1", "PRELABELED", cuboid(1, 0))
      yield* put(equal, "ground-truth", "REVIEWED", cuboid(1, 0))
      yield* put(apart, "ground-truth", "LABELED", cuboid(1, 2), cuboid(2, 50))
      yield* put(byNobody, "ground-truth", "PRELABELED", cuboid(1, 0))
      yield* put(skipped, "ground-truth", "SKIPPED")
      yield* put(alone, "ground-truth", "LABELED", cuboid(1, 0))
      const {
        complete,
        drawn,
        labelsets: compared,
        lowest,
        notCompared,
        summary,
      } = yield* measure({ labelsets })
      assert.deepStrictEqual([complete, drawn, notCompared, summary.samples], [2, 2, 0, 2])
      assert.deepStrictEqual(compared, labelsets)
      // As they are named, not as they were asked for.
      const again = yield* measure({ labelsets: ["GROUND-TRUTH", "Model-1"] })
      assert.deepStrictEqual(again.labelsets, labelsets)
      assert.deepStrictEqual(summary.pairs[0]?.people, labelsets)
      // Two of 10 m apart: IoU 8 / 12; one pair and one object more.
      assert.deepStrictEqual(
        lowest.map(({ agreement, name, state }) => [Math.round(1e9 * agreement) / 1e9, name, state]),
        [[Math.round((1e9 * (8 / 12)) / 1.5) / 1e9, "apart", null]],
      )
    }).pipe(Effect.provide(engine())),
  )

  it.effect("reads labels in portions, and counts those that are too large to be compared", () =>
    Effect.gen(function* () {
      yield* world()
      const all = yield* samplesNamed(...Array.from({ length: 30 }, (_, index) => `s${index}`))
      const note = (length: number) => ({ ...cuboid(1, 0), attributes: { note: "x".repeat(length) } })
      const labels = [note(4_000_001), note(300_000), cuboid(1, 0)]
      for (const [index, sample] of all.entries())
        for (const labelset of labelsets)
          yield* put(sample, labelset, "LABELED", labels[index === 0 ? 0 : 1 + (index % 2)] ?? cuboid(1, 0))
      const { drawn, notCompared, summary } = yield* measure({ labelsets })
      assert.deepStrictEqual([drawn, notCompared, summary.samples], [30, 1, 29])
      assert.strictEqual(summary.agreement.value, 1)
    }).pipe(Effect.provide(engine())),
  )

  it.effect("needs two labelsets that exist", () =>
    Effect.gen(function* () {
      yield* world()
      assert.strictEqual(
        yield* refusal(measure({ labelsets: ["ground-truth", "nothing"] })),
        "NotFound labelset_not_found",
      )
      assert.strictEqual(
        yield* refusal(measure({ labelsets: ["model-1", "MODEL-1"] })),
        "InvalidInput invalid",
      )
    }).pipe(Effect.provide(engine())),
  )
})
