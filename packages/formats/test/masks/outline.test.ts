import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { traceOutline } from "../../src/masks/outline.ts"
import { type PixelMask, rasterizePolygon } from "../../src/masks/PixelMask.ts"

/** Any pixels of a small box, anywhere about a small image. */
const masks = fc
  .record({
    left: fc.integer({ min: -3, max: 8 }),
    top: fc.integer({ min: -3, max: 8 }),
    width: fc.integer({ min: 1, max: 8 }),
    height: fc.integer({ min: 1, max: 8 }),
  })
  .chain((box) =>
    fc
      .array(fc.boolean(), { minLength: box.width * box.height, maxLength: box.width * box.height })
      .map((pixels): PixelMask => ({ ...box, isIn: (at) => pixels[at] === true })),
  )

const size = { width: 12, height: 10 }

const pixelsOf = (mask: PixelMask | undefined): ReadonlyArray<string> =>
  mask === undefined
    ? []
    : Array.from({ length: mask.width * mask.height }, (_, at) => at)
        .filter((at) => mask.isIn(at))
        .map((at) => [mask.left + (at % mask.width), mask.top + Math.floor(at / mask.width)] as const)
        .filter(([x, y]) => x >= 0 && y >= 0 && x < size.width && y < size.height)
        .map(([x, y]) => `${x},${y}`)

describe("the outline of a mask", () => {
  it("has exactly its pixels inside of the image, with holes and detached parts", () => {
    fc.assert(
      fc.property(masks, (mask) => {
        assert.deepStrictEqual(pixelsOf(rasterizePolygon(traceOutline(mask, size), size)), pixelsOf(mask))
      }),
      { numRuns: 2000 },
    )
  })

  it("is the same for the same pixels", () => {
    fc.assert(
      fc.property(masks, (mask) => {
        const outline = traceOutline(mask, size)
        const again = rasterizePolygon(outline, size)
        assert.deepStrictEqual(again === undefined ? [] : traceOutline(again, size), outline)
      }),
      { numRuns: 500 },
    )
  })

  it("has a corner only where it turns", () => {
    const ring = [true, true, true, true, false, true, true, true, true]
    const mask = { left: 1, top: 2, width: 3, height: 3, isIn: (at: number) => ring[at] === true }
    assert.deepStrictEqual(traceOutline(mask, size), [
      [1, 2],
      [4, 2],
      [4, 5],
      [1, 5],
      [1, 2],
      [1, 4],
      [2, 4],
      [3, 4],
      [3, 3],
      [2, 3],
      [2, 4],
      [1, 4],
    ])
  })
})
