/** How far the labels agree that several people made of the samples of a dataset. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as fc from "effect/FastCheck"
import { generateId, SampleId } from "../../src/domain/Ids.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { OverlapStore } from "../../src/placement/OverlapStore.ts"
import { type AgreementRequest, AgreementStatistics } from "../../src/queue/figures/AgreementStatistics.ts"
import { SampleDraw } from "../../src/queue/figures/SampleDraw.ts"
import { aSample, as, engine, nextClaim, perform, refusal, streets, world } from "./world.ts"

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
      : perform(name, claim, "submit", { attributes: castToJsonText(JSON.stringify({ annotations })) }),
  )

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

  it.effect("names people, and the samples that agree least first", () =>
    Effect.gen(function* () {
      yield* world(two)
      const samples = [yield* aSample("same"), yield* aSample("other"), yield* aSample("skipped")]
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
        [
          [2 / 3, "other", samples[1], "adjudicating"],
          [1, "same", samples[0], "adjudicating"],
        ],
      )
      assert.deepStrictEqual(
        summary.pairs.map(({ confusion, people }) => [people, confusion]),
        [
          [
            ["lab", "lab2"],
            {
              values: [1, "absent"],
              counts: [
                [2, 1],
                [0, 0],
              ],
            },
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
      const store = yield* OverlapStore
      const reopened = OverlapStore.of({
        ...store,
        find: (...request) =>
          Effect.map(
            store.find(...request),
            (all) =>
              new Map([...all].map(([id, overlap]) => [id, { ...overlap, state: "labeling" as const }])),
          ),
      })
      assert.deepStrictEqual(yield* store.listComplete(dataset.id, null, 9), [sample])
      const { notCompared, summary } = yield* Effect.provide(measure(), AgreementStatistics.Default).pipe(
        Effect.provideService(OverlapStore, reopened),
      )
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
