/** Projects the points of a cloud to the screen: once for a camera, for all tools that select by what they cover. */
import type { PreparedCloud } from "../../clouds/prepared.ts"
import {
  computeDirections,
  computeEye,
  computeNear,
  fieldOfView,
  type Orbit,
  type Size,
} from "../../geometry/space/orbit.ts"
import { dot, subtractVectors } from "../../geometry/space/vector.ts"

export interface Projected {
  readonly cloud: PreparedCloud
  readonly orbit: Orbit
  readonly size: Size
  /** Pixels of the view from its upper left corner; NaN for a point behind the camera. */
  readonly across: Float32Array
  readonly down: Float32Array
}

/** Projects the points as the main view draws them. */
export const projectCloud = (cloud: PreparedCloud, orbit: Orbit, size: Size): Projected => {
  const { count, origin, positions } = cloud
  const { into, right, up } = computeDirections(orbit)
  const eye = subtractVectors(computeEye(orbit), origin)
  // The products with the eye are taken out of the loop: a point costs nine multiplications and a division.
  const [rx, ry, rz] = right
  const [ux, uy, uz] = up
  const [ix, iy, iz] = into
  const [er, eu, ei] = [dot(right, eye), dot(up, eye), dot(into, eye)]
  const pixels = size.height / 2 / Math.tan(fieldOfView / 2)
  const [middleX, middleY] = [size.width / 2, size.height / 2]
  const near = computeNear(orbit)
  const across = new Float32Array(count)
  const down = new Float32Array(count)
  for (let point = 0, at = 0; point < count; point++, at += 3) {
    const x = positions[at] ?? 0
    const y = positions[at + 1] ?? 0
    const z = positions[at + 2] ?? 0
    const depth = x * ix + y * iy + z * iz - ei
    if (depth < near) {
      across[point] = Number.NaN
      down[point] = Number.NaN
      continue
    }
    const scale = pixels / depth
    across[point] = middleX + (x * rx + y * ry + z * rz - er) * scale
    down[point] = middleY - (x * ux + y * uy + z * uz - eu) * scale
  }
  return { cloud, orbit, size, across, down }
}

/** Whether a projection is still that of a view. */
export const isProjectionOf = (
  now: Projected | undefined,
  cloud: PreparedCloud,
  orbit: Orbit,
  size: Size,
): now is Projected =>
  now?.cloud === cloud &&
  now.orbit === orbit &&
  now.size.width === size.width &&
  now.size.height === size.height
