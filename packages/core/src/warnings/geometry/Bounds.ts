/** The axis-aligned bounds of boxes. A little too wide rather than too narrow: what lies outside of them overlaps nothing. */
import type { Boxes } from "./Boxes.ts"

export interface Bounds {
  readonly minX: Float64Array
  readonly maxX: Float64Array
  readonly minY: Float64Array
  readonly maxY: Float64Array
  readonly minZ: Float64Array
  readonly maxZ: Float64Array
}

/** More than the rounding of sines and sums can take away. */
const slack = 1 + 1e-12

export const boundsOf = (boxes: Boxes): Bounds => {
  const { count, halfX, halfY, halfZ, rotation, x, y, z } = boxes
  const numbers = () => new Float64Array(count)
  const bounds = {
    minX: numbers(),
    maxX: numbers(),
    minY: numbers(),
    maxY: numbers(),
    minZ: numbers(),
    maxZ: numbers(),
  }
  const reach = (box: number, row: number) => {
    const start = box * 9 + row * 3
    return (
      slack *
      (Math.abs(rotation[start] as number) * (halfX[box] as number) +
        Math.abs(rotation[start + 1] as number) * (halfY[box] as number) +
        Math.abs(rotation[start + 2] as number) * (halfZ[box] as number))
    )
  }
  for (let box = 0; box < count; box++) {
    const reachX = reach(box, 0)
    const reachY = reach(box, 1)
    const reachZ = reach(box, 2)
    bounds.minX[box] = (x[box] as number) - reachX
    bounds.maxX[box] = (x[box] as number) + reachX
    bounds.minY[box] = (y[box] as number) - reachY
    bounds.maxY[box] = (y[box] as number) + reachY
    bounds.minZ[box] = (z[box] as number) - reachZ
    bounds.maxZ[box] = (z[box] as number) + reachZ
  }
  return bounds
}
