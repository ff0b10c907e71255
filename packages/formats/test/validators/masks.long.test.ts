/** Masks equal those of pycocotools, bit for bit. */
import { randomBytes } from "node:crypto"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { encodeBitmapRles } from "../../src/masks/bitmapRle.ts"
import { encodePolygonRle } from "../../src/masks/polygon.ts"
import { combineRles, computeRleArea, computeRleBox, type Rle } from "../../src/masks/rle.ts"
import { formatCounts } from "../../src/masks/rleText.ts"
import { pythonWith } from "./python.ts"

/** Encodes each shape and prints what it has, one JSON line a shape. */
const program = `
import json, sys
import numpy as np
from pycocotools import mask
for line in open(sys.argv[1]):
    shape = json.loads(line)
    height, width = shape["size"]
    if "ids" in shape:
        rle = mask.encode(np.asfortranarray(np.array(shape["ids"], dtype=np.uint8).reshape(height, width)))
    else:
        rle = mask.merge(mask.frPyObjects(shape["polygons"], height, width))
    print(json.dumps([rle["counts"].decode(), int(mask.area(rle)), [int(x) for x in mask.toBbox(rle)]]))
`

const coordinate = fc.oneof(
  { weight: 6, arbitrary: fc.double({ min: -20, max: 150, noNaN: true }) },
  { weight: 2, arbitrary: fc.integer({ min: -20, max: 150 }) },
  { weight: 2, arbitrary: fc.integer({ min: -40, max: 1500 }).map((tenths) => tenths / 10) },
)

/** Rings that cross themselves, have equal corners, lie outside of the image or consist of a line. */
const ring = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 12 })
const size = fc.record({ width: fc.integer({ min: 1, max: 130 }), height: fc.integer({ min: 1, max: 130 }) })

const polygons = fc
  .record({ size, rings: fc.array(ring, { minLength: 1, maxLength: 3 }) })
  .map(({ rings, size: { height, width } }) => ({
    input: { size: [height, width], polygons: rings.map((points) => points.flat()) },
    rle: rings
      .map((points) => encodePolygonRle(points, { width, height }))
      .reduce((a: Rle, b: Rle) => combineRles(a, b)),
  }))

const bitmaps = size
  .chain(({ height, width }) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      noise: fc.constantFrom(0, 1, 2, 4, 8),
      seed: fc.nat(),
    }),
  )
  .map(({ height, noise, seed, width }) => {
    let state = seed + 1
    let current = 0
    const ids = Uint32Array.from({ length: width * height }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      if (state >>> 28 < noise * 2) current = 1 - current
      return current
    })
    const rle = encodeBitmapRles({ width, height, ids }).get(1) ?? { width, height, counts: [width * height] }
    return { input: { size: [height, width], ids: [...ids] }, rle }
  })

describe("masks beside pycocotools", () => {
  it("are equal for 10 000 random shapes", { timeout: 1_200_000 }, async (context) => {
    const python = await pythonWith(["pycocotools==2.0.11", "numpy==2.4.6"])
    if (python === null) return context.skip()
    const shapes = [...fc.sample(polygons, 8000), ...fc.sample(bitmaps, 2000)]
    const folder = await mkdtemp(join(tmpdir(), `annotary-masks-${randomBytes(4).toString("hex")}`))
    try {
      const file = join(folder, "shapes.ndjson")
      await writeFile(file, shapes.map(({ input }) => JSON.stringify(input)).join("\n"))
      const lines = (await python.run(program, file)).trim().split("\n")
      assert.strictEqual(lines.length, shapes.length)
      lines.forEach((line, i) => {
        const shape = shapes[i]
        if (shape === undefined) return
        const ours = [formatCounts(shape.rle.counts), computeRleArea(shape.rle), computeRleBox(shape.rle)]
        assert.deepStrictEqual(ours, JSON.parse(line), JSON.stringify(shape.input))
      })
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })
})
