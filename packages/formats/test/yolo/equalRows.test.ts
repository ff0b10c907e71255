import { assert, describe, it } from "vitest"
import { emptyFrame, emptyScene } from "../../src/model/empty.ts"
import type { Drawing } from "../../src/model/Scene.ts"
import { yoloSegment } from "../../src/yolo/formats.ts"
import { written } from "../roundTrip.ts"

/** Neighbors of 0.1 that have the same first fifteen digits. */
const tenths = [0.1, 0.1 + 1.4e-17, 0.1 - 1.4e-17]

/** Polygons that differ in their last digits alone, each of them twice. */
const makePolygons = (count: number, read: () => void): ReadonlyArray<Drawing> =>
  Array.from({ length: 2 * count }, (_, at) => {
    const digits = (at % count).toString(3).padStart(6, "0").split("").map(Number)
    const numbers = digits.map((digit) => tenths[digit] ?? 0)
    return {
      id: at + 1,
      categoryId: 1,
      trackId: null,
      isKeyframe: true,
      attributes: {},
      type: "polygon",
      get points() {
        read()
        return [numbers.slice(0, 2), numbers.slice(2, 4), numbers.slice(4)]
      },
    }
  })

const write = async (count: number) => {
  let reads = 0
  const annotations = makePolygons(count, () => {
    reads += 1
  })
  const image = { url: "https://x/a.png", size: { width: 1, height: 1 } }
  const { files, losses } = await written(yoloSegment, {
    dataset: {
      name: "a",
      description: "",
      taskType: "vector",
      categories: [{ id: 1, name: "car", color: null, hasInstances: true, attributes: [] }],
      imageAttributes: [],
    },
    scenes: [
      { ...emptyScene, name: "a", kind: "image-vector", frames: [{ ...emptyFrame, image, annotations }] },
    ],
  })
  const rows = new TextDecoder().decode(files.get("labels/default/a.txt")).trim().split("\n")
  return { rows, reads, duplicates: losses.list().find(({ kind }) => kind === "duplicate")?.count }
}

describe("rows of YOLO that differ in their last digits", () => {
  it("are all written once, with all digits", async () => {
    const { duplicates, rows } = await write(27)
    assert.strictEqual(new Set(rows).size, rows.length)
    assert.isAbove(rows.length, 20)
    assert.strictEqual(rows.length + (duplicates ?? 0), 54)
  })

  it("are compared in linear time", async () => {
    const [few, many] = [await write(27), await write(27 * 9)]
    assert.isAbove(many.rows.length, 20)
    assert.isAtMost(many.reads, few.reads * 9 * 1.5)
  })
})
