/** The steps of the keys that move the selection, as the view from above shows them. */
import type { CommandName } from "../../commands/commands.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import type { CloudView } from "./CloudView.ts"

/** Meters of a step of the keys. */
export const fine = 0.05
const coarse = 0.5

/** Directions of the view from above. */
export const moves: { readonly [Name in CommandName]?: Vector } = {
  ahead: [0, fine, 0],
  back: [0, -fine, 0],
  toLeft: [-fine, 0, 0],
  toRight: [fine, 0, 0],
  raise: [0, 0, fine],
  lower: [0, 0, -fine],
  aheadFar: [0, coarse, 0],
  backFar: [0, -coarse, 0],
  toLeftFar: [-coarse, 0, 0],
  toRightFar: [coarse, 0, 0],
  raiseFar: [0, 0, coarse],
  lowerFar: [0, 0, -coarse],
}

/** The quarter turns of the view, from 0 to 3. */
export const computeQuarters = (view: CloudView): number => {
  const quarters = Math.round((view.orbit.state?.azimuth ?? 0) / (Math.PI / 2))
  return ((quarters % 4) + 4) % 4
}

/** A step in the world, by quarter turns: the keys move where the view from above shows. */
export const toWorld = ([x, y, z]: Vector, view: CloudView): Vector => {
  switch (computeQuarters(view)) {
    case 1:
      return [-y, x, z]
    case 2:
      return [-x, -y, z]
    case 3:
      return [y, -x, z]
    default:
      return [x, y, z]
  }
}
