import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { computeBox } from "../../../../src/workbench/editor/label/spaceShapes/spaceShape.ts"
import type { Point } from "../../../../src/workbench/geometry/point.ts"
import { makeProjector } from "../../../../src/workbench/geometry/space/camera.ts"
import { makeSideProjection, projectOnSide } from "../../../../src/workbench/geometry/space/sideView.ts"
import type { Vector } from "../../../../src/workbench/geometry/space/vector.ts"
import { listPressable, listShapesIn } from "../../../../src/workbench/stages/camera/seenIn.ts"
import type { ShownShape } from "../../../../src/workbench/stages/cloud/useShownShapes.ts"
import { projectIntoSide } from "../../../../src/workbench/stages/side/inSideView.ts"

/** Ahead along x, with the image's right at -y and its bottom at -z. */
const camera = {
  position: [0, 0, 1.5],
  axes: [
    [0, -1, 0],
    [0, 0, -1],
    [1, 0, 0],
  ],
  lens: { focal: [400, 400], skew: 0, center: [320, 180], distortion: undefined },
} as const

const size = { width: 640, height: 360 }

const shapeOf = (
  type: ShownShape["type"],
  points: ShownShape["points"],
  look: ShownShape["look"] = "plain",
): ShownShape => ({ key: "7", type, points, color: "red", look })

const sees = listShapesIn(camera, size)

describe("a shape of the cloud in the image of a camera", () => {
  it("has its vertices where the camera sees them", () => {
    const number = (min: number, max: number) => fc.double({ min, max, noNaN: true })
    // At 8 m, the image ends 2.1 m below zero.
    const place = fc.tuple(number(8, 30), number(-3, 3), number(-2, 3)).map(([x, y, z]) => [x, y, z] as const)
    const project = makeProjector(camera)
    const expectSame = (found: Point | undefined, at: Vector | undefined) => {
      const [x, y] = (at && project(at)) ?? [Number.NaN, Number.NaN]
      expect(Math.hypot((found?.[0] ?? 0) - x, (found?.[1] ?? 0) - y)).toBeLessThan(1e-6)
    }
    fc.assert(
      fc.property(fc.array(place, { minLength: 3, maxLength: 8 }), (points) => {
        const [seen] = sees([shapeOf("polygon", points)])
        expect(seen?.lines).toHaveLength(points.length)
        for (const [index, line] of (seen?.lines ?? []).entries()) {
          expectSame(line[0], points[index])
          expectSame(line.at(-1), points[(index + 1) % points.length])
        }
      }),
    )
  })

  it("is cut off where it goes behind the camera, and is not there where all of it is behind or beside", () => {
    const [seen] = sees([
      shapeOf("polyline", [
        [20, 1, 0],
        [-20, 1, 0],
      ]),
    ])
    expect(seen?.lines).toHaveLength(1)
    expect(sees([shapeOf("point", [[-5, 0, 0]])])).toEqual([])
    expect(sees([shapeOf("point", [[5, 50, 0]])])).toEqual([])
    expect(sees([shapeOf("point", [[5, 0, 1.5]])])[0]?.dots).toEqual([[320, 180]])
  })

  it("can be pressed, unless it is that of a version before", () => {
    const line = [
      [20, 1, 0],
      [10, 1, 0],
    ] as const
    expect(listPressable(sees([shapeOf("polyline", line)]))).toMatchObject([{ key: "7", type: "polyline" }])
    expect(listPressable(sees([shapeOf("polyline", line, "before")]))).toEqual([])
  })
})

describe("a shape in a view without perspective", () => {
  const points = [
    [-4, -2, 0],
    [4, -2, 0.5],
    [4, 2, 0],
    [-4, 2, 0],
  ] as const

  it("is whole in the views of the box around it", () => {
    const box = computeBox({ points })
    for (const name of ["top", "side", "front"] as const) {
      const projection = makeSideProjection(box, name, 0.05, [0, 0])
      const { lines, vertices } = projectIntoSide(
        { type: "polygon", points },
        projection,
        projectOnSide(projection, 260, 200),
      )
      expect([lines.length, vertices.length]).toEqual([4, 4])
    }
    const top = makeSideProjection(box, "top", 0.05, [0, 0])
    const { vertices } = projectIntoSide({ type: "polygon", points }, top, projectOnSide(top, 260, 200))
    // 4 m to the left and 2 m down from the middle, at 5 cm a pixel.
    expect(vertices[0]?.at.map(Math.round)).toEqual([50, 140])
  })

  it("is cut off before and behind what the view reaches", () => {
    const box = { position: [0, 0, 0], dimensions: [2, 2, 2], yaw: 0, rotation: undefined } as const
    const front = makeSideProjection(box, "front", 0.05, [0, 0])
    const line = (y: number) =>
      projectIntoSide(
        {
          type: "polyline",
          points: [
            [-50, y, 0],
            [50, y, 0],
          ],
        },
        front,
        (place) => [place[0], place[1]],
      )
    expect(line(0.5)).toEqual({
      lines: [
        [
          [-1.5, 0.5],
          [1.5, 0.5],
        ],
      ],
      vertices: [],
    })
    const beside = [
      [10, 0, 0],
      [11, 0, 0],
    ] as const
    expect(projectIntoSide({ type: "polyline", points: beside }, front, () => [0, 0]).lines).toEqual([])
  })
})
