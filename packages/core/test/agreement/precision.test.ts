/** Average precision of the labels of a model against those of people. */
import { assert, describe, it } from "vitest"
import { computeCocoPrecision } from "../../src/agreement/evaluation/cocoPrecision.ts"
import { computeNuscenesPrecision } from "../../src/agreement/evaluation/nuscenesPrecision.ts"
import { makeRandom } from "../../src/agreement/figures/random.ts"
import { compareLabels } from "../../src/agreement/labels/compareLabels.ts"
import { PrecisionTally } from "../../src/agreement/labels/PrecisionTally.ts"
import { prepareConfiguration } from "../../src/agreement/labels/prepareConfiguration.ts"
import { SceneScores } from "../../src/agreement/labels/SceneScores.ts"
import { runToEnd } from "../../src/domain/runToEnd.ts"

const prepared = prepareConfiguration({ categories: [] })

interface Box {
  readonly category: number
  readonly x: number
  readonly score?: number
}

const toLabel = (boxes: ReadonlyArray<Box>) => ({
  annotations: boxes.map(({ category, score, x }, index) => ({
    id: index + 1,
    category_id: category,
    type: "bbox",
    points: [
      [x, 0],
      [x + 40, 40],
    ],
    ...(score !== undefined && { score }),
  })),
})

const toCuboids = (boxes: ReadonlyArray<Box>) => ({
  annotations: boxes.map(({ category, score, x }, index) => ({
    id: index + 1,
    category_id: category,
    type: "cuboid",
    position: { x: x / 10, y: 0, z: 0 },
    dimensions: { x: 4, y: 2, z: 2 },
    yaw: 0,
    ...(score !== undefined && { score }),
  })),
})

/** Truths and predictions of 60 images: most are found a little beside their place, some are missed, others are invented. */
const makeImages = () => {
  const random = makeRandom(3)
  return Array.from({ length: 60 }, () => {
    const truths = Array.from({ length: 5 }, (_, index): Box => {
      return { category: 1 + Math.floor(random() * 3), x: 100 * index }
    })
    const found = truths
      .filter(() => random() < 0.8)
      .map(({ category, x }): Box => ({ category, x: x + 16 * random(), score: random() }))
    const invented = random() < 0.5 ? [{ category: 1, x: 900, score: random() }] : []
    return { truths, detections: [...found, ...invented] }
  })
}

const computeIou = (a: Box, b: Box): number => {
  const common = 40 * Math.max(0, 40 - Math.abs(a.x - b.x))
  return common / (3200 - common)
}

/** Adds two labels, which are compared in the order of the names of their people. */
const addLabels = (
  tally: PrecisionTally,
  first: unknown,
  second: unknown,
  names: readonly [string, string] = ["ann", "bob"],
) => {
  const scores = new SceneScores(names[0])
  const labels = [
    { person: names[0], label: first },
    { person: names[1], label: second },
  ]
  compareLabels(prepared, labels, {}, scores)
  tally.add(scores.list() ?? [])
}

describe("average precision of two labelsets", () => {
  it("is that of COCO for boxes, whichever of both has the scores", () => {
    const images = makeImages()
    const expected = computeCocoPrecision(
      images.map(({ detections, truths }) => ({
        truths: truths.map(({ category }) => ({ category, area: 1600 })),
        detections: detections.map(({ category, score = 0 }) => ({ category, area: 1600, score })),
        measure: (detection, truth) => computeIou(detections[detection] as Box, truths[truth] as Box),
      })),
    )
    for (const predictions of [0, 1] as const) {
      const tally = new PrecisionTally(1)
      for (const { detections, truths } of images) {
        const [model, people] = [toLabel(detections), toLabel(truths)]
        const names = predictions === 0 ? (["zoe", "ann"] as const) : (["ann", "zoe"] as const)
        if (predictions === 0) addLabels(tally, model, people, names)
        else addLabels(tally, people, model, names)
      }
      const found = runToEnd(tally.computePrecision())
      assert.deepInclude(found, { predictions, samples: 60, nuscenes: null })
      assert.closeTo(found?.coco?.precision ?? 0, expected.precision ?? 1, 1e-12)
      assert.isAbove(found?.coco?.precision ?? 0, 0.1)
      for (const [index, { value }] of expected.precisionAt.entries())
        assert.closeTo(found?.coco?.precisionAt[index]?.value ?? 0, value ?? 1, 1e-12)
      assert.deepStrictEqual(found?.coco?.categories, expected.categories)
    }
  })

  it("is that of nuScenes for cuboids", () => {
    const scenes = makeImages()
    const locate = ({ category, score = 0, x }: Box) => ({
      category,
      score,
      position: { x: x / 10, y: 0, z: 0 },
    })
    const expected = computeNuscenesPrecision(
      scenes.map(({ detections, truths }) => ({
        truths: truths.map(locate),
        detections: detections.map(locate),
      })),
    )
    const tally = new PrecisionTally(1)
    for (const { detections, truths } of scenes) addLabels(tally, toCuboids(truths), toCuboids(detections))
    const found = runToEnd(tally.computePrecision())
    assert.isNull(found?.coco)
    assert.closeTo(found?.nuscenes?.precision ?? 0, expected.precision ?? 1, 1e-12)
    assert.deepStrictEqual(found?.nuscenes?.categories, expected.categories)
  })

  it("counts truths that the model does not find at all", () => {
    const tally = new PrecisionTally(1)
    addLabels(tally, toLabel([{ category: 1, x: 0 }]), toLabel([{ category: 1, x: 0, score: 0.9 }]))
    addLabels(tally, toLabel([{ category: 1, x: 0 }]), toLabel([]))
    addLabels(tally, toLabel([{ category: 1, x: 0 }]), null)
    const precision = runToEnd(tally.computePrecision())?.coco?.precision ?? 0
    assert.closeTo(precision, 34 / 101, 1e-12)
  })

  it("is of samples that are drawn by the seed where there are too many objects", () => {
    const measure = (seed: number) => {
      const tally = new PrecisionTally(seed, 100)
      // The model finds the objects of the later half of the samples alone.
      for (let index = 0; index < 400; index++)
        addLabels(
          tally,
          toLabel([{ category: 1, x: 0 }]),
          toLabel([{ category: 1, x: index < 200 ? 500 : 0, score: 0.5 }]),
        )
      return runToEnd(tally.computePrecision())
    }
    const first = measure(1)
    assert.strictEqual(first?.samples, 50)
    // Half of the detections are right, whatever their order: the first 50 samples alone would have 0.
    assert.isAbove(first?.coco?.precision ?? 0, 0.1)
    assert.isBelow(first?.coco?.precision ?? 1, 0.6)
    assert.deepStrictEqual(measure(1), first)
    assert.isTrue([2, 3, 4].some((seed) => measure(seed)?.coco?.precision !== first?.coco?.precision))
  })

  it("is computed in steps, however many objects a category has", () => {
    const tally = new PrecisionTally(1)
    for (let index = 0; index < 500; index++)
      addLabels(
        tally,
        toLabel([0, 100, 200].map((x) => ({ category: 1, x }))),
        toLabel([0, 100, 200].map((x) => ({ category: 1, x, score: (index % 100) / 100 }))),
      )
    const steps = tally.computePrecision()
    let count = 0
    for (let step = steps.next(); step.done !== true; step = steps.next()) count += 1
    // Each scene is grouped once, and matched for each of four ranges of sizes.
    assert.isAtLeast(count, 6 * 500)
  })

  it("does not exist where both labelsets have scores, or none", () => {
    const scored = toLabel([{ category: 1, x: 0, score: 0.5 }])
    const both = new PrecisionTally(1)
    addLabels(both, scored, scored)
    assert.isNull(runToEnd(both.computePrecision()))
    const none = new PrecisionTally(1)
    addLabels(none, toLabel([{ category: 1, x: 0 }]), toLabel([]))
    assert.isNull(runToEnd(none.computePrecision()))
  })
})
