/**
 * Checks whether numbers describe a usable box. Beyond these bounds products overflow or vanish, and results would be
 * arbitrary; such a cuboid is reported as degenerate and belongs to no pair.
 */
import type { Quaternion, Vector } from "./Boxes.ts"

/** The length bounds, from a nanometre to a million kilometres for labels in metres. */
const smallest = 1e-9
const largest = 1e9
const farthest = 1e12

/** The problem of a cuboid in words; undefined without one. */
export const findDegeneracy = (
  position: Vector,
  dimensions: Vector,
  turn: number | Quaternion,
): string | undefined =>
  findDimensionsProblem(dimensions) ??
  findPositionProblem(position) ??
  (typeof turn === "number" ? findYawProblem(turn) : findRotationProblem(turn))

const findDimensionsProblem = (dimensions: Vector): string | undefined => {
  for (const axis of axes) {
    const value = dimensions[axis]
    if (!Number.isFinite(value)) return `its dimension ${axis} is not a finite number`
    if (value <= 0) return `its dimension ${axis} is not greater than 0`
    if (value < smallest) return `its dimension ${axis} is less than ${smallest}`
    if (value > largest) return `its dimension ${axis} is greater than ${largest}`
  }
  return undefined
}

const findPositionProblem = (position: Vector): string | undefined => {
  for (const axis of axes) {
    const value = position[axis]
    if (!Number.isFinite(value)) return `its position ${axis} is not a finite number`
    if (Math.abs(value) > farthest) return `its position ${axis} is farther than ${farthest} from 0`
  }
  return undefined
}

/** The sine of a huge angle is imprecise. */
const findYawProblem = (yaw: number): string | undefined => {
  if (!Number.isFinite(yaw)) return "its yaw is not a finite number"
  return Math.abs(yaw) > largest ? `its yaw is greater than ${largest}` : undefined
}

const findRotationProblem = ({ qw, qx, qy, qz }: Quaternion): string | undefined => {
  if (![qx, qy, qz, qw].every(Number.isFinite)) return "its rotation holds a number that is not finite"
  return qx === 0 && qy === 0 && qz === 0 && qw === 0 ? "its rotation is zero" : undefined
}

const axes = ["x", "y", "z"] as const
