import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { Losses } from "../../src/carry/Losses.ts"
import { parseJson, printJson } from "../../src/files/json.ts"
import {
  draw,
  type ExactShape,
  findRotatedBox,
  makeSkeleton,
  readFlipIndex,
  toDegrees,
  toFlipIndex,
  toRadians,
} from "../../src/model/exactShapes.ts"
import { fromWireSample } from "../../src/model/fromWire.ts"
import { toWireRecord } from "../../src/model/toWire.ts"
import { made } from "../arbitraries.ts"
import { assertClose } from "../roundTrip.ts"

const bitmap = () => async () => assert.fail("There is no bitmap.")

const wireOf = async (one: { readonly scenes: ReadonlyArray<Parameters<typeof toWireRecord>[0][number]> }) =>
  Promise.all(one.scenes.map((scene) => toWireRecord([scene], async () => "")))

describe("exact shapes", () => {
  it.each([false, true])(
    "return from the label that they were written to, sequence %s",
    async (isSequence) => {
      await fc.assert(
        fc.asyncProperty(made("image-vector", isSequence), async (one) => {
          const losses = new Losses()
          const records = await wireOf(one)
          for (const [index, record] of records.entries()) {
            const [attributes, label] = [record.attributes, record.label].map((value) =>
              parseJson(printJson(value), "label"),
            )
            const sample = { name: record.name, attributes, metadata: {}, label }
            const [scene] = fromWireSample(sample, { taskType: one.dataset.taskType, losses, bitmap })
            const annotationsOf = (found: typeof scene) =>
              found?.frames.map(({ annotations }) =>
                annotations.map((annotation) => ({
                  ...annotation,
                  isKeyframe: isSequence && annotation.isKeyframe,
                })),
              )
            assertClose(annotationsOf(scene), annotationsOf(one.scenes[index]), 0, record.name)
          }
          assert.isTrue(losses.isEmpty, losses.table())
        }),
      )
    },
  )

  const box: ExactShape = { type: "rotated_box", center: [50, 40], size: [30, 20], angle: 0.5 }
  const annotation = { id: 1, category_id: 1, attributes: {} }
  const read = (found: object) => {
    const losses = new Losses()
    const sample = { name: "a", attributes: {}, metadata: {}, label: { annotations: [found] } }
    const [scene] = fromWireSample(sample, { taskType: "vector", losses, bitmap })
    return { annotation: scene?.frames[0]?.annotations[0], kinds: losses.list().map(({ kind }) => kind) }
  }

  it("are left out and counted where the points are no longer those that they were made from", async () => {
    const { points, type } = draw(box)
    const sha256 = "0".repeat(64)
    const found = read({ ...annotation, type, points, shape: { ...box, sha256 } })
    assert.deepStrictEqual(found.kinds, ["outdated-shapes"])
    assert.notProperty(found.annotation, "shape")
  })

  it("are left out and counted where their members are of other types", () => {
    const { points, type } = draw(box)
    for (const shape of [7, { type: "star" }, { ...box, size: [1, -1] }]) {
      const found = read({ ...annotation, type, points, shape })
      assert.deepStrictEqual(found.kinds, ["unknown"])
      assert.deepInclude(found.annotation, { type: "polygon" })
    }
  })

  it("are read without a digest", () => {
    const { points, type } = draw(box)
    assert.deepInclude(read({ ...annotation, type, points, shape: box }).annotation, { shape: box })
  })
})

describe("a rotated box", () => {
  const boxes = fc.record({
    type: fc.constant("rotated_box" as const),
    center: fc.tuple(
      fc.double({ min: 0, max: 900, noNaN: true }),
      fc.double({ min: 0, max: 900, noNaN: true }),
    ),
    size: fc.tuple(
      fc.double({ min: 0.1, max: 900, noNaN: true }),
      fc.double({ min: 0.1, max: 900, noNaN: true }),
    ),
    angle: fc.double({ min: -3.14, max: 3.14, noNaN: true }),
  })

  it("is found by its corners, in either direction", () => {
    fc.assert(
      fc.property(boxes, (box) => {
        const { points } = draw(box)
        assertClose(findRotatedBox(points), box, 1e-6, "box")
        const again = findRotatedBox(points.toReversed())
        assertClose(again?.center, box.center, 1e-6, "center")
        assertClose(again?.size.toSorted(), box.size.toSorted(), 1e-6, "size")
      }),
    )
  })

  it("is not found by four other corners", () => {
    assert.isUndefined(
      findRotatedBox([
        [0, 0],
        [10, 0],
        [12, 10],
        [0, 10],
      ]),
    )
    assert.isUndefined(
      findRotatedBox([
        [0, 0],
        [10, 0],
        [10, 10],
      ]),
    )
  })

  it("keeps degrees without noise", () => {
    for (const degrees of [0, 30, 33.3, 90, 123.45, -45.01])
      assert.strictEqual(toDegrees(toRadians(degrees)), degrees)
  })
})

describe("the skeleton of a category", () => {
  const definition = {
    joints: [{ name: "nose" }, { name: "left" }, { name: "right" }],
    edges: [],
    flip: [["left", "right"]],
  } as const

  it("says which joints a mirrored image exchanges, as pairs and as a permutation", () => {
    assert.deepStrictEqual(toFlipIndex(definition), [0, 2, 1])
    assert.deepStrictEqual(readFlipIndex([0, 2, 1], definition), [["left", "right"]])
    assert.isUndefined(readFlipIndex([1, 2, 0], definition))
    assert.isUndefined(readFlipIndex([0, 2, 7], definition))
    assert.isUndefined(readFlipIndex([0, 1], definition))
  })

  it("names keypoints by their order, without moving up those that follow a missing one", () => {
    const skeleton = makeSkeleton(definition, [
      { place: [0, 0], visibility: 0 },
      { place: [3, 4], visibility: 1 },
    ])
    assert.deepStrictEqual(skeleton?.joints, [
      { name: "nose", x: null, y: null, visibility: 0 },
      { name: "left", x: 3, y: 4, visibility: 1 },
      { name: "right", x: null, y: null, visibility: 0 },
    ])
    assert.isUndefined(makeSkeleton(definition, [{ place: [0, 0], visibility: 0 }]))
  })
})
