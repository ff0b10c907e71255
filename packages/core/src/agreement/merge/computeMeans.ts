/** Weighted means of numbers, angles and rotations. Each lies between the values that it is the mean of, and is the value that all of them are. */
import { wrapTurn } from "../../domain/exactShape/mixShapes.ts"
import type { Quaternion } from "../../warnings/geometry/Boxes.ts"
import type { Vote } from "./findMajority.ts"

export const computeMean = (values: ReadonlyArray<Vote<number>>): number => {
  let [sum, total] = [0, 0]
  let [least, greatest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { value, weight } of values) {
    sum += value * weight
    total += weight
    least = Math.min(least, value)
    greatest = Math.max(greatest, value)
  }
  return Math.min(greatest, Math.max(least, sum / total))
}

/**
 * The circular mean: the direction of the sum of unit vectors. Angles more than a quarter turn from the one that most agree with do not count,
 * because the mean of opposite headings is neither.
 */
export const computeMeanAngle = (angles: ReadonlyArray<Vote<number>>): number => {
  const pivot = findPivot(angles, (a, b) => Math.cos(a - b))
  if (angles.every(({ value }) => value === pivot)) return pivot
  const near = angles.flatMap(({ value, weight }) => {
    const turn = wrapTurn(value - pivot)
    return Math.abs(turn) > Math.PI / 2 ? [] : [{ value: turn, weight }]
  })
  const sum = (compute: (angle: number) => number) =>
    near.reduce((total, { value, weight }) => total + weight * compute(value), 0)
  const turns = near.map(({ value }) => value)
  const mean = Math.atan2(sum(Math.sin), sum(Math.cos))
  return wrapTurn(pivot + Math.min(Math.max(...turns), Math.max(Math.min(...turns), mean)))
}

/**
 * The rotation that is the eigenvector with the largest eigenvalue of Σ w q qᵀ (Markley et al. 2007, "Averaging quaternions"): it does not depend
 * on the signs of quaternions. Rotations more than a quarter turn from the one that most agree with do not count. It has the length 1 and the sign
 * of the first one.
 */
export const computeMeanRotation = (rotations: ReadonlyArray<Vote<Quaternion>>): Quaternion => {
  const units = rotations.map(({ value, weight }) => ({ value: toUnit(value), weight }))
  const pivot = findPivot(units, (a, b) => computeDot(a, b) ** 2)
  const near = units.filter(({ value }) => Math.abs(computeDot(value, pivot)) >= leastDot)
  const matrix = Array.from({ length: 16 }, (_, cell) =>
    near.reduce(
      (sum, { value, weight }) => sum + weight * (value[cell >> 2] ?? 0) * (value[cell % 4] ?? 0),
      0,
    ),
  )
  const mean = toUnitVector(applyMatrix(raiseMatrix(matrix), pivot))
  const sign = computeDot(mean, units[0]?.value ?? mean) < 0 ? -1 : 1
  const [qx = 0, qy = 0, qz = 0, qw = 1] = mean.map((value) => sign * value)
  return { qx, qy, qz, qw }
}

/** The cosine of half of a quarter turn, as of the quaternions of rotations that far from each other. */
const leastDot = Math.SQRT1_2

type Vector4 = ReadonlyArray<number>

/** The value with the largest sum of agreements with all, of several the first. */
const findPivot = <A>(values: ReadonlyArray<Vote<A>>, agree: (a: A, b: A) => number): A => {
  let [best, most] = [values[0]?.value as A, Number.NEGATIVE_INFINITY]
  for (const { value } of values) {
    const sum = values.reduce((total, other) => total + other.weight * agree(value, other.value), 0)
    if (sum > most + 1e-12) [best, most] = [value, sum]
  }
  return best
}

const toUnit = ({ qw, qx, qy, qz }: Quaternion): Vector4 => toUnitVector([qx, qy, qz, qw])

const toUnitVector = (vector: Vector4): Vector4 => {
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const computeDot = (a: Vector4, b: Vector4): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)

const applyMatrix = (matrix: Vector4, vector: Vector4): Vector4 =>
  [0, 4, 8, 12].map((row) => computeDot(matrix.slice(row, row + 4), vector))

/**
 * A power of the matrix so large that every other eigenvector has vanished from it: squaring changes it no more. Rotations near each other take
 * few squarings, and those whose eigenvalues are nearly equal many.
 */
const raiseMatrix = (matrix: Vector4): Vector4 => {
  let power = matrix
  for (let step = 0; step < 40; step++) {
    const columns = [0, 1, 2, 3].map((column) => [0, 4, 8, 12].map((row) => power[row + column] ?? 0))
    const squared = [0, 4, 8, 12].flatMap((row) =>
      columns.map((column) => computeDot(power.slice(row, row + 4), column)),
    )
    const scale = Math.max(...squared.map(Math.abs))
    const next = squared.map((value) => value / scale)
    const isStill = next.every((value, cell) => Math.abs(value - (power[cell] ?? 0)) < 1e-15)
    power = next
    if (isStill) break
  }
  return power
}
