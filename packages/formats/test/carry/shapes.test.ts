import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { computeSmallestRectangle, fitShape } from "../../src/carry/shapes.ts"
import type { Drawing } from "../../src/model/Scene.ts"

const drawing = (type: Drawing["type"], points: Drawing["points"]): Drawing => ({
  id: 1,
  categoryId: 1,
  trackId: null,
  isKeyframe: true,
  attributes: {},
  type,
  points,
})

const triangle = [
  [0, 0],
  [4, 0],
  [4, 3],
]

describe("a shape that a format does not have", () => {
  it("is the corners of a box, or the box around a polygon", () => {
    const box = drawing("bbox", [
      [4, 3],
      [0, 0],
    ])
    const corners = fitShape(box, { annotations: ["polygon"], polygonCorners: null })
    assert.deepInclude(corners, {
      type: "polygon",
      points: [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 3],
      ],
    })
    const around = fitShape(drawing("polygon", triangle), { annotations: ["bbox"], polygonCorners: null })
    assert.deepInclude(around, {
      type: "bbox",
      points: [
        [0, 0],
        [4, 3],
      ],
    })
  })

  it("is nothing for lines and points", () => {
    for (const type of ["polyline", "point"] as const)
      assert.isUndefined(fitShape(drawing(type, triangle), { annotations: ["bbox"], polygonCorners: null }))
  })

  it("stays what it is where the format has it", () => {
    const polygon = drawing("polygon", triangle)
    assert.strictEqual(fitShape(polygon, { annotations: ["polygon", "bbox"], polygonCorners: null }), polygon)
  })
})

describe("the smallest rectangle", () => {
  const area = (points: ReadonlyArray<ReadonlyArray<number>>) => {
    const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = [], [cx = 0, cy = 0] = []] = points
    return Math.hypot(bx - ax, by - ay) * Math.hypot(cx - bx, cy - by)
  }

  it("of a turned rectangle with a point inside is itself", () => {
    const turned = [
      [2, 0],
      [4, 2],
      [2, 4],
      [0, 2],
      [2, 1],
    ]
    assert.closeTo(area(computeSmallestRectangle(turned)), 8, 1e-9)
  })

  it("has all points in it and is no larger than the box around them", () => {
    const point = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }))
    fc.assert(
      fc.property(fc.array(point, { minLength: 1, maxLength: 9 }), (points) => {
        const corners = computeSmallestRectangle(points)
        assert.lengthOf(corners, 4)
        const xs = points.map(([x]) => x)
        const ys = points.map(([, y]) => y)
        const box = (Math.max(...xs) - Math.min(...xs)) * (Math.max(...ys) - Math.min(...ys))
        assert.isAtMost(area(corners), box + 1e-6)
        corners.forEach(([ax, ay], i) => {
          const [bx, by] = corners[(i + 1) % 4] ?? [0, 0]
          for (const [x, y] of points) assert.isAtLeast((bx - ax) * (y - ay) - (by - ay) * (x - ax), -1e-6)
        })
      }),
    )
  })
})
