/** The camera of the main view: it looks at a target, from a distance, and never rolls. */
import type { Ray } from "./pick.ts"
import { addVectors, cross, normalizeVector, scaleVector, subtractVectors, type Vector } from "./vector.ts"

export interface Orbit {
  readonly target: Vector
  readonly distance: number
  /** The direction of the screen's top on the ground, counterclockwise from y. */
  readonly azimuth: number
  /** From straight down at 0 to level at π/2. */
  readonly tilt: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

/** The vertical field of view. */
export const fieldOfView = (50 * Math.PI) / 180

const lowest = 1e-4
const level = Math.PI / 2 - 0.02
const [nearest, farthest] = [0.5, 5000]

/** The camera right above a box of the ground, which fills the screen. */
export const makeBirdsEye = (min: Vector, max: Vector, { height, width }: Size): Orbit => {
  const [x, y] = [(min[0] + max[0]) / 2, (min[1] + max[1]) / 2]
  const wide = Math.max(max[0] - min[0], 1)
  const high = Math.max(max[1] - min[1], 1)
  const fits = Math.max(high, (wide * height) / Math.max(width, 1))
  return {
    target: [x, y, min[2]],
    distance: clamp((fits * 1.06) / 2 / Math.tan(fieldOfView / 2), nearest, farthest),
    azimuth: 0,
    tilt: lowest,
  }
}

const clamp = (value: number, low: number, high: number): number => Math.min(Math.max(value, low), high)

/** The directions of the screen: to the right, to the top, and into it. */
export const computeDirections = ({ azimuth, tilt }: Orbit) => {
  const ahead: Vector = [-Math.sin(azimuth), Math.cos(azimuth), 0]
  const right: Vector = [Math.cos(azimuth), Math.sin(azimuth), 0]
  const into = normalizeVector(addVectors(scaleVector(ahead, Math.sin(tilt)), [0, 0, -Math.cos(tilt)]))
  return { right, up: cross(right, into), into }
}

/** Computes where the camera is. */
export const computeEye = (orbit: Orbit): Vector =>
  subtractVectors(orbit.target, scaleVector(computeDirections(orbit).into, orbit.distance))

/** Turns by a drag over the screen: sideways around the vertical, up and down to tilt. */
export const turnOrbit = (orbit: Orbit, dx: number, dy: number): Orbit => ({
  ...orbit,
  azimuth: orbit.azimuth - dx * 0.006,
  tilt: clamp(orbit.tilt - dy * 0.006, lowest, level),
})

/** Meters at the target for one pixel of the screen. */
const computeMetersPerPixel = ({ distance }: Orbit, { height }: Size): number =>
  (2 * distance * Math.tan(fieldOfView / 2)) / Math.max(height, 1)

/** Moves with the pointer: what is under it at the height of the target stays there. */
export const panOrbit = (orbit: Orbit, dx: number, dy: number, size: Size): Orbit => {
  const scale = computeMetersPerPixel(orbit, size)
  const { right, up } = computeDirections(orbit)
  // Along the ground where it is seen from above, and along the screen where it is seen from the side.
  const ahead = normalizeVector([up[0], up[1], 0])
  const stretch = 1 / Math.max(Math.cos(orbit.tilt), 0.25)
  const by = addVectors(scaleVector(right, -dx * scale), scaleVector(ahead, dy * scale * stretch))
  return { ...orbit, target: addVectors(orbit.target, by) }
}

/** Comes nearer or goes away, towards a place that stays where it is on the screen. */
export const zoomOrbit = (orbit: Orbit, factor: number, towards: Vector | undefined): Orbit => {
  const distance = clamp(orbit.distance * factor, nearest, farthest)
  const share = 1 - distance / orbit.distance
  const target =
    towards === undefined
      ? orbit.target
      : addVectors(orbit.target, scaleVector(subtractVectors(towards, orbit.target), share))
  return { ...orbit, target, distance }
}

/** The camera with a sphere in view, from the same direction. */
export const lookAt = (orbit: Orbit, center: Vector, radius: number, tilt = orbit.tilt): Orbit => ({
  ...orbit,
  target: center,
  tilt,
  distance: clamp((radius * 1.7) / Math.tan(fieldOfView / 2), 4, farthest),
})

/** The ray through a pixel of the view. */
export const computeRay = (orbit: Orbit, x: number, y: number, size: Size): Ray => {
  const { into, right, up } = computeDirections(orbit)
  const scale = (2 * Math.tan(fieldOfView / 2)) / Math.max(size.height, 1)
  const across = (x - size.width / 2) * scale
  const along = (size.height / 2 - y) * scale
  return {
    from: computeEye(orbit),
    along: normalizeVector(addVectors(into, addVectors(scaleVector(right, across), scaleVector(up, along)))),
  }
}

/** The distance to the camera below which nothing is drawn. */
export const computeNear = ({ distance }: Orbit): number => Math.max(distance / 500, 0.05)
