/** Equal shapes of a frame are found as if their texts were compared. */
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { SeenShapes } from "../../src/carry/SeenShapes.ts"
import type { Drawing } from "../../src/model/Scene.ts"

const makeBox = (categoryId: number, points: Drawing["points"]): Drawing => ({
  id: 1,
  categoryId,
  trackId: null,
  isKeyframe: true,
  attributes: {},
  type: "bbox",
  points,
})

/** Few different numbers, so that many shapes are equal or have a corner in common. */
const coordinate = fc.constantFrom(0, 1, 2, 8191, 8192)
const shape = fc
  .tuple(
    fc.constantFrom(1, 2),
    fc.constantFrom<Drawing["type"]>("bbox", "polygon", "polyline"),
    fc.array(fc.tuple(coordinate, coordinate), { minLength: 1, maxLength: 3 }),
  )
  .map(([categoryId, type, points]): Drawing => ({ ...makeBox(categoryId, points), type }))

describe("the shapes of a frame", () => {
  it("are seen before exactly where category, type and points are equal", () => {
    fc.assert(
      fc.property(fc.array(shape, { maxLength: 40 }), (shapes) => {
        const seen = new SeenShapes()
        const texts = new Set<string>()
        for (const { categoryId, points, type, ...rest } of shapes) {
          const text = JSON.stringify([categoryId, type, points])
          assert.strictEqual(seen.add({ ...rest, categoryId, points, type }), texts.has(text))
          texts.add(text)
        }
      }),
    )
  })

  it("are compared in linear time where all have one corner in common", () => {
    const seen = new SeenShapes()
    let isSeen = 0
    for (let index = 0; index < 20_000; index++)
      if (
        seen.add(
          makeBox(1, [
            [0, 0],
            [index % 10_000, 1],
          ]),
        )
      )
        isSeen += 1
    assert.strictEqual(isSeen, 10_000)
  })
})
