/** The axis-aligned bounds of boxes. Rounded outwards: boxes with disjoint bounds never overlap. */
import { type Boxes, rotationStride, shapeStride } from "./Boxes.ts"

/**
 * Six adjacent numbers for each box, because they are read together: minimum and maximum of x, y and z. 32 bits,
 * because a search among many boxes is bound by memory; the separating axes exclude the additional pairs.
 */
export type Bounds = Float32Array

/** The offset of an axis within a box's numbers. The maximum follows the minimum. */
export const axis = { x: 0, y: 2, z: 4 } as const
/** The count of numbers for each box. */
export const stride = 6

/** Exceeds the rounding errors of sines and sums. */
const slack = 1 + 1e-12
/** Exceeds the relative error of rounding to 32 bits. */
const rounding = 2 ** -23

/** The bounds of boxes along the axes. */
export const computeBounds = ({ count, rotation, shapes, upright }: Boxes): Bounds => {
  const bounds = new Float32Array(count * stride)
  for (let box = 0; box < count; box++) {
    const s = box * shapeStride
    const hx = shapes[s + 3] as number
    const hy = shapes[s + 4] as number
    const hz = shapes[s + 5] as number
    const cosine = Math.abs(shapes[s + 6] as number)
    const sine = Math.abs(shapes[s + 7] as number)
    let reachX = cosine * hx + sine * hy
    let reachY = sine * hx + cosine * hy
    let reachZ = hz
    if (upright[box] === 0) {
      const m = box * rotationStride
      reachX = computeReach(rotation, m, hx, hy, hz)
      reachY = computeReach(rotation, m + 3, hx, hy, hz)
      reachZ = computeReach(rotation, m + 6, hx, hy, hz)
    }
    write(bounds, box * stride + axis.x, shapes[s] as number, slack * reachX)
    write(bounds, box * stride + axis.y, shapes[s + 1] as number, slack * reachY)
    write(bounds, box * stride + axis.z, shapes[s + 2] as number, slack * reachZ)
  }
  return bounds
}

const write = (bounds: Bounds, at: number, centre: number, reach: number): void => {
  const least = centre - reach
  const greatest = centre + reach
  bounds[at] = least - Math.abs(least) * rounding
  bounds[at + 1] = greatest + Math.abs(greatest) * rounding
}

/** The extent of a turned box from its centre along the axis of a row. */
const computeReach = (rotation: Float64Array, row: number, hx: number, hy: number, hz: number): number =>
  Math.abs(rotation[row] as number) * hx +
  Math.abs(rotation[row + 1] as number) * hy +
  Math.abs(rotation[row + 2] as number) * hz
