import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { encodeBitmapRles, makeEmptyRle, paint } from "../../src/masks/bitmapRle.ts"
import { encodePolygonRle } from "../../src/masks/polygon.ts"
import { combineRles, computeRleArea, computeRleBox } from "../../src/masks/rle.ts"
import { formatCounts, parseCounts } from "../../src/masks/rleText.ts"
import type { Bitmap } from "../../src/model/Scene.ts"

const bitmaps: fc.Arbitrary<Bitmap> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) =>
    fc
      .array(fc.integer({ min: 0, max: 3 }), { minLength: width * height, maxLength: width * height })
      .map((ids) => ({ width, height, ids: Uint32Array.from(ids) })),
  )

describe("run lengths of masks", () => {
  it("are column by column, with the pixels outside first", () => {
    const bitmap = { width: 3, height: 2, ids: Uint32Array.from([7, 0, 7, 7, 0, 0]) }
    assert.deepStrictEqual(encodeBitmapRles(bitmap).get(7)?.counts, [0, 2, 2, 1, 1])
  })

  it("give the bitmap back", () => {
    fc.assert(
      fc.property(bitmaps, (bitmap) => {
        const painted = { ...bitmap, ids: new Uint32Array(bitmap.ids.length) }
        for (const [id, rle] of encodeBitmapRles(bitmap)) {
          assert.strictEqual(
            rle.counts.reduce((sum, count) => sum + count),
            bitmap.ids.length,
          )
          assert.strictEqual(computeRleArea(rle), bitmap.ids.filter((found) => found === id).length)
          assert.strictEqual(paint(painted, rle, id), 0)
        }
        assert.deepStrictEqual(painted.ids, bitmap.ids)
      }),
    )
  })

  it("give their text back", () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 2 ** 24 })), (counts) =>
        assert.deepStrictEqual(parseCounts(formatCounts(counts)), counts),
      ),
    )
  })

  it("refuse a text that ends within a count or has other characters", () => {
    assert.isUndefined(parseCounts("P"))
    assert.isUndefined(parseCounts("1 2"))
    assert.isUndefined(parseCounts("é"))
    assert.isUndefined(parseCounts("oooooooooo1"))
  })

  it("count the pixels that a mask takes from others", () => {
    const bitmap = { width: 2, height: 1, ids: Uint32Array.from([5, 0]) }
    assert.strictEqual(paint(bitmap, { width: 2, height: 1, counts: [0, 2] }, 6), 1)
  })

  it("have the box of a mask that reaches over columns, and of none", () => {
    const size = { width: 4, height: 3 }
    assert.deepStrictEqual(computeRleBox({ ...size, counts: [4, 1, 7] }), [1, 1, 1, 1])
    assert.deepStrictEqual(computeRleBox({ ...size, counts: [5, 2, 5] }), [1, 0, 2, 3])
    assert.deepStrictEqual(computeRleBox(makeEmptyRle(size)), [0, 0, 0, 0])
  })

  it("unite masks", () => {
    const size = { width: 5, height: 1 }
    const union = combineRles({ ...size, counts: [0, 2, 3] }, { ...size, counts: [1, 2, 2] })
    assert.deepStrictEqual(union.counts, [0, 3, 2])
  })
})

describe("polygons as masks", () => {
  it("fill a rectangle of whole pixels exactly", () => {
    const rle = encodePolygonRle(
      [
        [1, 1],
        [3, 1],
        [3, 4],
        [1, 4],
      ],
      { width: 5, height: 5 },
    )
    assert.deepStrictEqual(computeRleBox(rle), [1, 1, 2, 3])
    assert.strictEqual(computeRleArea(rle), 6)
  })

  it("are cut at the border of the image", () => {
    const rle = encodePolygonRle(
      [
        [-10, -10],
        [30, -10],
        [30, 30],
        [-10, 30],
      ],
      { width: 5, height: 4 },
    )
    assert.deepStrictEqual(rle.counts, [0, 20])
  })

  it("of a polygon with corners far beyond the image take no longer, and have the same pixels", () => {
    const size = { width: 40, height: 30 }
    const far = 1e12
    const area = (points: ReadonlyArray<ReadonlyArray<number>>) =>
      computeRleArea(encodePolygonRle(points, size))
    assert.strictEqual(
      area([
        [-far, -far],
        [far, -far],
        [far, far],
        [-far, far],
      ]),
      40 * 30,
    )
    assert.strictEqual(
      area([
        [10, 5],
        [far, 5],
        [far, 15],
        [10, 15],
      ]),
      30 * 10,
    )
    assert.strictEqual(
      area([
        [far, far],
        [far + 9, far],
        [far, far + 9],
      ]),
      0,
    )
    // The same triangle with corners that are near and far on the same lines.
    const triangle = (end: number) => [
      [0, 0],
      [end, 0],
      [0, end],
    ]
    assert.strictEqual(area(triangle(1e9)), 40 * 30)
    assert.strictEqual(
      area(triangle(30)),
      computeRleArea(encodePolygonRle(triangle(30), { width: 400, height: 300 })),
    )
  })
})
