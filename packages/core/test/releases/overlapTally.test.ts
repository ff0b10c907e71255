/** The overlap and the agreement of a release, counted sample by sample. */
import { assert, describe, it } from "vitest"
import { Reservoir } from "../../src/agreement/figures/Reservoir.ts"
import { compareLabels } from "../../src/agreement/labels/compareLabels.ts"
import { SampleId } from "../../src/domain/Ids.ts"
import { toJsonText } from "../../src/domain/JsonText.ts"
import { runToEnd } from "../../src/domain/runToEnd.ts"
import { OverlapTally } from "../../src/releases/OverlapTally.ts"
import type { SnapshotOverlap } from "../../src/releases/SnapshotStore.ts"

const sampleId = SampleId.make("00000000-0000-4000-8000-000000000001")

const makeLabel = (left: number) => ({
  annotations: [
    {
      ...{ id: 1, category_id: 1, type: "bbox" },
      points: [
        [left, 0],
        [left + 10, 10],
      ],
    },
  ],
})

/** Two boxes at one place, or far from each other. */
const comparison = (isEqual: boolean) =>
  compareLabels({ categories: [{ id: 1, name: "car" }] } as never, [
    { person: "A", label: makeLabel(0) },
    { person: "B", label: makeLabel(isEqual ? 0 : 90) },
  ])

const decide = (agreement: object): SnapshotOverlap => ({
  ...{ sampleId, state: "decided", labels: 2, decidedBy: null },
  agreement: toJsonText(agreement),
})

const measure = (tally: OverlapTally) => runToEnd(tally.computeFigures(2))

describe("the figures of a release", () => {
  it("are of as many samples as are measured, drawn by the seed, and count all", () => {
    const count = (seed: number) => {
      const tally = new OverlapTally(seed, 20)
      for (let index = 0; index < 200; index++) tally.add(decide(comparison(index >= 100)))
      return measure(tally)
    }
    const figures = count(1)
    assert.deepInclude(figures, { compared: 200, notCompared: 0, drawn: 20, seed: 1 })
    assert.deepStrictEqual(figures.byLabels, [{ labels: 2, samples: 200 }])
    // Half of the samples agree. The first 20 do not.
    assert.isAbove(figures.agreement.value ?? 0, 0.15)
    assert.isBelow(figures.agreement.value ?? 1, 0.85)
    assert.deepStrictEqual(count(1), figures)
    const others = [2, 3, 4].map((seed) => count(seed).agreement.value)
    assert.isTrue(others.some((value) => value !== figures.agreement.value))
  })

  it("leave out comparisons by earlier formulas, which count as not compared", () => {
    const tally = new OverlapTally()
    const { formula: _, ...earliest } = comparison(false)
    for (const agreement of [{ ...comparison(false), formula: 1 }, earliest, comparison(true)])
      tally.add(decide(agreement))
    const figures = measure(tally)
    assert.deepInclude(figures, { compared: 1, notCompared: 2, drawn: 1 })
    assert.strictEqual(figures.agreement.value, 1)
  })
})

describe("a draw of some of many values", () => {
  it("keeps all up to its size, and never more", () => {
    const draw = new Reservoir<number>(5, 1)
    for (let value = 0; value < 5; value++) draw.add(value)
    assert.deepStrictEqual(draw.list(), [0, 1, 2, 3, 4])
    for (let value = 5; value < 500; value++) draw.add(value)
    assert.lengthOf(draw.list(), 5)
    assert.strictEqual(draw.seen, 500)
  })

  it("gives each value the same chance, the first and the last ones too", () => {
    const counts = new Array<number>(20).fill(0)
    const draws = 4000
    for (let seed = 1; seed <= draws; seed++) {
      const draw = new Reservoir<number>(5, seed)
      for (let value = 0; value < counts.length; value++) draw.add(value)
      for (const value of draw.list()) counts[value] = (counts[value] ?? 0) + 1
    }
    // 1000 expected, with a standard deviation of 27.
    for (const [value, count] of counts.entries()) assert.closeTo(count, 1000, 140, `value ${value}`)
  })
})
