import { assert, describe, it } from "@effect/vitest"
import { computeCocoPrecision, computeNuscenesPrecision, type EvaluatedImage } from "../../src/agreement.ts"

/** Detections that are equal to a truth or to none. */
const makeImage = (
  truths: number,
  detections: ReadonlyArray<readonly [score: number, truth: number | null]>,
): EvaluatedImage => ({
  truths: Array.from({ length: truths }, () => ({ category: 1, area: 2000 })),
  detections: detections.map(([score]) => ({ category: 1, area: 2000, score })),
  measure: (detection, truth) => (detections[detection]?.[1] === truth ? 1 : 0),
})

describe("average precision in the definition of COCO", () => {
  it("is 1 where all is found and nothing else", () => {
    const figures = computeCocoPrecision([
      makeImage(2, [
        [0.9, 0],
        [0.8, 1],
      ]),
    ])
    assert.closeTo(figures.precision ?? 0, 1, 1e-12)
    assert.closeTo(figures.precisionByArea.medium ?? 0, 1, 1e-12)
    assert.isNull(figures.precisionByArea.small)
    assert.strictEqual(figures.recallAt[2]?.value, 1)
    assert.strictEqual(figures.recallAt[0]?.value, 0.5)
  })

  it("reads precision at 101 recalls", () => {
    // Right, wrong, right: precision 1 up to a recall of 0.5 (51 of 101), then 2/3 up to 1 (50 of 101).
    const { precision } = computeCocoPrecision([
      makeImage(2, [
        [0.9, 0],
        [0.8, null],
        [0.7, 1],
      ]),
    ])
    assert.closeTo(precision ?? 0, (51 + 50 * (2 / 3)) / 101, 1e-12)
  })

  it("counts neither crowds nor what is matched with them", () => {
    const image = makeImage(2, [
      [0.9, 0],
      [0.8, 1],
      [0.7, 1],
    ])
    const truths = image.truths.map((truth, index) => ({ ...truth, isCrowd: index === 1 }))
    assert.closeTo(computeCocoPrecision([{ ...image, truths }]).precision ?? 0, 1, 1e-12)
  })

  it("measures the pairs of one category, each once for all sizes", () => {
    const pairs: Array<string> = []
    const truths = [
      { category: 1, area: 2000 },
      { category: 2, area: 2000 },
    ]
    computeCocoPrecision([
      {
        truths,
        detections: truths.map((truth) => ({ ...truth, score: 0.9 })),
        measure: (detection, truth) => {
          pairs.push(`${detection} ${truth}`)
          return 1
        },
      },
    ])
    assert.deepStrictEqual(pairs, ["0 0", "1 1"])
  })

  it("refuses scores that are not numbers", () => {
    assert.throws(() => computeCocoPrecision([makeImage(1, [[Number.NaN, 0]])]), RangeError, "NaN")
  })

  it("does not exist without truths", () => {
    assert.isNull(computeCocoPrecision([makeImage(0, [[0.9, null]])]).precision)
    assert.isNull(computeCocoPrecision([]).precision)
  })
})

describe("average precision in the definition of nuScenes", () => {
  const place = (x: number) => ({ category: 1, position: { x, y: 0, z: 0 } })

  it("is by the distance of centers", () => {
    const scene = {
      truths: [place(0), place(10)],
      detections: [
        { ...place(0.7), score: 0.9 },
        { ...place(10), score: 0.8 },
      ],
    }
    const { categories, precision } = computeNuscenesPrecision([scene])
    const values = categories[0]?.precisionAt.map(({ value }) => value) ?? []
    // At 0.5 m the first one is wrong: precision 0.5 at a recall of 0.5, with nothing beyond.
    assert.closeTo(values[1] ?? 0, 1, 1e-12)
    assert.closeTo(values[3] ?? 0, 1, 1e-12)
    assert.isBelow(values[0] ?? 1, 0.3)
    assert.closeTo(precision ?? 0, (3 + (values[0] ?? 0)) / 4, 1e-12)
    assert.closeTo(categories[0]?.meanDistance ?? 0, 0.35, 1e-12)
  })

  it("finds a truth in each scene, also where scenes share its object", () => {
    const truth = place(0)
    const scene = { truths: [truth], detections: [{ ...truth, score: 0.9 }] }
    assert.closeTo(computeNuscenesPrecision([scene, scene]).precision ?? 0, 1, 1e-12)
  })

  it("refuses scores that are not numbers, and recalls and precisions at which nothing is left", () => {
    const scene = { truths: [place(0)], detections: [{ ...place(0), score: 0.9 }] }
    const wrong = { ...scene, detections: [{ ...place(0), score: Number.NaN }] }
    assert.throws(() => computeNuscenesPrecision([wrong]), RangeError, "NaN")
    for (const value of [1, -0.1, Number.NaN]) {
      assert.throws(() => computeNuscenesPrecision([scene], { minRecall: value }), RangeError, `${value}`)
      assert.throws(() => computeNuscenesPrecision([scene], { minPrecision: value }), RangeError, `${value}`)
    }
    // The last recall alone.
    assert.closeTo(computeNuscenesPrecision([scene], { minRecall: 0.99 }).precision ?? 0, 1, 1e-12)
    assert.throws(() => computeNuscenesPrecision([scene], { minRecall: 0.999 }), RangeError, "0.999")
  })

  it("is 0 for what is not found, and does not exist without truths", () => {
    assert.strictEqual(computeNuscenesPrecision([{ truths: [place(0)], detections: [] }]).precision, 0)
    assert.isNull(
      computeNuscenesPrecision([{ truths: [], detections: [{ ...place(0), score: 1 }] }]).precision,
    )
  })
})
