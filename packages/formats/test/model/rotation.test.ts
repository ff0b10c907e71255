import fc from "fast-check"
import { assert, describe, it } from "vitest"
import {
  combineRotations,
  fromEulerAngles,
  invertRotation,
  toTurnedAngles,
} from "../../src/model/rotation.ts"
import type { Quaternion } from "../../src/model/Scene.ts"

/** The angle between two rotations. */
const measureDifference = (a: Quaternion, b: Quaternion): number => {
  const { qw, qx, qy, qz } = combineRotations(a, invertRotation(b))
  return 2 * Math.atan2(Math.hypot(qx, qy, qz), Math.abs(qw))
}

describe("angles about x, the turned y and the z of both", () => {
  it("give the rotation back, also with y upright", () => {
    const angle = fc.oneof(
      fc.double({ min: -Math.PI, max: Math.PI, noNaN: true }),
      fc.constantFrom(0, Math.PI / 2, -Math.PI / 2, Math.PI),
    )
    fc.assert(
      fc.property(angle, angle, angle, (x, y, z) => {
        const rotation = fromEulerAngles("XYZ", [x, y, z])
        const again = fromEulerAngles("XYZ", toTurnedAngles(rotation))
        assert.isBelow(measureDifference(rotation, again), 1e-7)
      }),
    )
  })

  it("are the angle itself for a turn about one axis", () => {
    for (const [index, axis] of ["X", "Y", "Z"].entries())
      assert.closeTo(toTurnedAngles(fromEulerAngles(axis, [0.7]))[index] ?? 0, 0.7, 1e-15)
  })
})
