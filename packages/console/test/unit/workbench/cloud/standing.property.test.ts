import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { prepare } from "../../../../src/workbench/clouds/prepared.ts"
import { standCuboid } from "../../../../src/workbench/editor/edits/cuboidEdits.ts"
import {
  type Cuboid,
  computeAxes,
  readTilt,
  withTilt,
} from "../../../../src/workbench/editor/label/cuboids/cuboid.ts"
import type { Vector } from "../../../../src/workbench/geometry/space/vector.ts"

const number = (low: number, high: number) =>
  fc.integer({ min: low * 1000, max: high * 1000 }).map((one) => one / 1000)
const upright: fc.Arbitrary<Cuboid> = fc.record({
  position: fc.tuple(number(-50, 50), number(-50, 50), number(-50, 50)),
  dimensions: fc.tuple(number(1, 9), number(1, 9), number(1, 9)),
  yaw: number(-3, 3),
  rotation: fc.constant(undefined),
})

describe("the tilt of a cuboid", () => {
  const angle = number(-1, 1)
  it("is read as it was set, with the heading of before, and is a rotation of length one", () => {
    fc.assert(
      fc.property(upright, angle, angle, (cuboid, pitch, roll) => {
        fc.pre(pitch !== 0 || roll !== 0)
        const tilted = withTilt(cuboid, { pitch, roll })
        expect(readTilt(tilted).pitch).toBeCloseTo(pitch, 9)
        expect(readTilt(tilted).roll).toBeCloseTo(roll, 9)
        expect(Math.hypot(...(tilted.rotation ?? []))).toBeCloseTo(1, 9)
        const [ahead, left] = computeAxes(tilted)
        // The same as turning the axes about the length, then the width, then the vertical.
        expect(Math.cos(Math.atan2(ahead[1], ahead[0]) - cuboid.yaw)).toBeCloseTo(1, 9)
        expect(ahead[2]).toBeCloseTo(-Math.sin(pitch), 9)
        expect(left[2]).toBeCloseTo(Math.cos(pitch) * Math.sin(roll), 9)
      }),
    )
  })

  it("stays away from labels without one while it is zero", () => {
    fc.assert(
      fc.property(upright, (cuboid) => {
        expect(withTilt(cuboid, { pitch: 0, roll: 0 })).toBe(cuboid)
      }),
    )
  })
})

describe("a cuboid that is put on the ground", () => {
  it("stands on the ground around it, on slopes and wherever it was before, and keeps its place and size", () => {
    for (const [slope, lift, yaw] of [
      [0, 1.5, 0],
      [0.05, -0.8, 0.7],
      [-0.08, 2.4, -2],
    ] as const) {
      const heightAt = (x: number) => 100 + slope * x
      const points: Array<Vector> = []
      for (let x = -8; x <= 8; x += 0.25)
        for (let y = -8; y <= 8; y += 0.25) {
          // A truck hides the ground below it; its sides begin half a meter above.
          const [ahead, left] = [x * Math.cos(yaw) + y * Math.sin(yaw), y * Math.cos(yaw) - x * Math.sin(yaw)]
          const inside = Math.abs(ahead) < 4 && Math.abs(left) < 1.25
          points.push([x, y, inside ? heightAt(0) + 0.5 + Math.abs(x) / 8 : heightAt(x)])
        }
      const cloud = prepare(
        {
          count: points.length,
          fileCount: points.length,
          places: undefined,
          origin: [0, 0, 0],
          positions: Float32Array.from(points.flat()),
          intensity: undefined,
          colors: undefined,
        },
        undefined,
      )
      const truck: Cuboid = {
        position: [0, 0, 101.25 + lift],
        dimensions: [8, 2.5, 2.5],
        yaw,
        rotation: undefined,
      }
      const { dimensions, position } = standCuboid(cloud, truck)
      expect(position[2] - dimensions[2] / 2).toBeCloseTo(heightAt(0), 1)
      expect([position[0], position[1], dimensions]).toEqual([0, 0, [8, 2.5, 2.5]])
    }
  })
})
