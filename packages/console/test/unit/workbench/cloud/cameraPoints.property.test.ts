/** Points of clouds in images of cameras. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Camera } from "../../../../src/workbench/geometry/space/camera.ts"
import {
  computeDepthShare,
  mostProjected,
  projectPoints,
  samplePoints,
} from "../../../../src/workbench/geometry/space/cameraPoints.ts"
import { fromYaw, type Vector } from "../../../../src/workbench/geometry/space/vector.ts"
import { cloudOf } from "./scan.ts"

const size = { width: 640, height: 360 }
const focal = 420

/** A camera that stands upright and looks into a direction of the ground. */
const cameraAt = (position: Vector, yaw: number): Camera => {
  const [ahead, left] = fromYaw(yaw)
  const back = (vector: Vector): Vector => [-vector[0], -vector[1], -vector[2]]
  return {
    position,
    axes: [back(left), [0, 0, -1], ahead],
    lens: { focal: [focal, focal], skew: 0, center: [320, 180], distortion: undefined },
  }
}

const angle = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true })
const meters = fc.double({ min: -60, max: 60, noNaN: true })
const point = fc.tuple(meters, meters, fc.double({ min: -3, max: 6, noNaN: true }))

describe("points in the image of a camera", () => {
  it("are where a pinhole camera sees them, the farthest first, and no others", () => {
    fc.assert(
      fc.property(
        fc.array(point, { minLength: 1, maxLength: 40 }),
        angle,
        fc.tuple(meters, meters),
        (points, yaw, [x, y]) => {
          // In map coordinates, which floats do not hold.
          const [east, north] = [691_000, 5_335_000]
          const cloud = cloudOf(points.map(([a, b, c]) => [a + east, b + north, c] as const))
          const { count, depths, places } = projectPoints(
            cameraAt([x + east, y + north, 1.5], yaw),
            samplePoints(cloud),
            size,
          )
          // By the formula of the pinhole camera, from the points as floats have them.
          const expected = Array.from({ length: cloud.count }, (_, index) => {
            const at = (axis: number) => (cloud.positions[index * 3 + axis] ?? 0) + (cloud.origin[axis] ?? 0)
            const [dx, dy, dz] = [at(0) - x - east, at(1) - y - north, at(2) - 1.5]
            const ahead = dx * Math.cos(yaw) + dy * Math.sin(yaw)
            const left = dy * Math.cos(yaw) - dx * Math.sin(yaw)
            return {
              ahead,
              column: 320 - (focal * left) / ahead,
              row: 180 - (focal * dz) / ahead,
              distance: Math.hypot(dx, dy, dz),
            }
          })
            .filter(
              ({ ahead, column, row }) =>
                ahead >= 0.05 && column >= 0 && row >= 0 && column < size.width && row < size.height,
            )
            .toSorted((a, b) => b.distance - a.distance)
          // Points on an edge may be on either side of it by rounding.
          const edges = expected.some(
            ({ ahead, column, row }) =>
              ahead < 0.051 || Math.min(column, row, size.width - column, size.height - row) < 1e-3,
          )
          fc.pre(!edges)
          expect(count).toBe(expected.length)
          for (const [index, { column, distance, row }] of expected.entries()) {
            expect(Math.abs((depths[index] ?? 0) - computeDepthShare(distance))).toBeLessThan(1e-4)
            // Points at the same distance may have changed places.
            if (
              expected.some((other) => other.column !== column && Math.abs(other.distance - distance) < 1e-4)
            )
              continue
            expect(Math.abs((places[index * 2] ?? 0) - column)).toBeLessThan(0.05)
            expect(Math.abs((places[index * 2 + 1] ?? 0) - row)).toBeLessThan(0.05)
          }
        },
      ),
    )
  })

  it("are a bounded sample of a large cloud, spread over all of it", () => {
    // A wall ahead of the camera, all of which is in the image.
    const points = Array.from({ length: 200_000 }, (_, index) => {
      const [column, row] = [index % 500, Math.floor(index / 500)]
      return [20, (column / 499 - 0.5) * 20, 1.5 + (row / 399 - 0.5) * 10] as const
    })
    const { count, places } = projectPoints(cameraAt([0, 0, 1.5], 0), samplePoints(cloudOf(points)), size)
    expect(count).toBeLessThanOrEqual(mostProjected)
    expect(count).toBeGreaterThan(mostProjected * 0.9)
    const cells = new Map<string, number>()
    for (let index = 0; index < count; index++) {
      const cell = `${Math.floor((places[index * 2] ?? 0) / 53)} ${Math.floor((places[index * 2 + 1] ?? 0) / 53)}`
      cells.set(cell, (cells.get(cell) ?? 0) + 1)
    }
    // The wall covers 420 by 210 pixels: some 32 cells, each with some hundreds of points where the wall fills it.
    expect(cells.size).toBeGreaterThan(30)
    const full = [...cells.values()].toSorted((a, b) => b - a).slice(0, 20)
    expect((full[0] ?? 0) / (full.at(-1) ?? 1)).toBeLessThan(1.5)
  })

  it("have near depths apart: half of the scale is below 16 meters", () => {
    expect(computeDepthShare(1)).toBe(0)
    expect(computeDepthShare(500)).toBe(1)
    expect(computeDepthShare(15.5)).toBeCloseTo(0.5, 1)
  })
})
