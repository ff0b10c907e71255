/** The axis-aligned bounds of boxes. A little too wide rather than too narrow: what lies outside of them overlaps nothing. */
import type { Boxes } from "./Boxes.ts"

/** Six numbers a box, side by side because they are looked at together: least x, greatest x, and so on for y and z. */
export type Bounds = Float64Array

/** Where an axis begins in the six numbers of a box; its greatest is the next. */
export const axis = { x: 0, y: 2, z: 4 } as const
export const stride = 6

/** More than the rounding of sines and sums can take away. */
const slack = 1 + 1e-12

export const boundsOf = ({ count, halfX, halfY, halfZ, rotation, upright, x, y, z }: Boxes): Bounds => {
  const bounds = new Float64Array(count * stride)
  for (let box = 0; box < count; box++) {
    const m = box * 9
    const hx = halfX[box] as number
    const hy = halfY[box] as number
    const hz = halfZ[box] as number
    let reachX = Math.abs(rotation[m] as number) * hx + Math.abs(rotation[m + 1] as number) * hy
    let reachY = Math.abs(rotation[m + 3] as number) * hx + Math.abs(rotation[m + 4] as number) * hy
    let reachZ = hz
    if (upright[box] === 0) {
      reachX += Math.abs(rotation[m + 2] as number) * hz
      reachY += Math.abs(rotation[m + 5] as number) * hz
      reachZ =
        Math.abs(rotation[m + 6] as number) * hx +
        Math.abs(rotation[m + 7] as number) * hy +
        Math.abs(rotation[m + 8] as number) * hz
    }
    const at = box * stride
    bounds[at] = (x[box] as number) - slack * reachX
    bounds[at + 1] = (x[box] as number) + slack * reachX
    bounds[at + 2] = (y[box] as number) - slack * reachY
    bounds[at + 3] = (y[box] as number) + slack * reachY
    bounds[at + 4] = (z[box] as number) - slack * reachZ
    bounds[at + 5] = (z[box] as number) + slack * reachZ
  }
  return bounds
}
