/** The points of a cloud in the image of a camera, with their distances from it. */
import type { PreparedCloud } from "../../clouds/prepared.ts"
import type { Size } from "../viewport.ts"
import { type Camera, makeProjector } from "./camera.ts"
import { subtractVectors, type Vector } from "./vector.ts"

/** Points in an image, in the order of their distances: the farthest first, so that nearer ones are drawn over them. */
export interface CameraPoints {
  readonly count: number
  /** Two numbers for each point: pixels of the image from its upper left corner. */
  readonly places: Float32Array<ArrayBuffer>
  /** From 0, at the camera, to 1, at the far end of the scale. */
  readonly depths: Float32Array<ArrayBuffer>
}

/** At most so many points of a cloud are projected. More of them would hide the image, and cost time in each frame. */
export const mostProjected = 30_000

/** The ends of the scale of distances, in meters. It is logarithmic: near things differ most in an image. */
const [near, far] = [3, 80]

/** The share of a distance on the scale. */
export const computeDepthShare = (distance: number): number =>
  Math.min(Math.max(Math.log(distance / near) / Math.log(far / near), 0), 1)

/** An even sample of the points of a cloud. */
export interface PointSample {
  readonly origin: Vector
  /** Three numbers for each point, relative to the origin: floats are exact only near it. */
  readonly positions: Float32Array<ArrayBuffer>
}

/** At most so many points, evenly spread: the first points of a cloud are such a sample, and so are some of them in steps. */
export const samplePoints = (
  { count, origin, positions, root }: PreparedCloud,
  most = mostProjected,
): PointSample => {
  const own = root.children.length === 0 ? count : root.count
  if (own <= most) return { origin, positions: positions.slice(0, own * 3) }
  const chosen = new Float32Array(most * 3)
  for (let index = 0; index < most; index++) {
    const from = Math.floor((index * own) / most) * 3
    for (let axis = 0; axis < 3; axis++) chosen[index * 3 + axis] = positions[from + axis] ?? 0
  }
  return { origin, positions: chosen }
}

/** Projects all points of a sample. */
export const projectPoints = (
  camera: Camera,
  { origin, positions }: PointSample,
  { height, width }: Size,
): CameraPoints => {
  const project = makeProjector(camera)
  const [cx, cy, cz] = subtractVectors(camera.position, origin)
  const projectedPoints: Array<{ readonly x: number; readonly y: number; readonly distance: number }> = []
  for (let at = 0; at < positions.length; at += 3) {
    const [x, y, z] = [positions[at] ?? 0, positions[at + 1] ?? 0, positions[at + 2] ?? 0]
    const pixel = project([x + origin[0], y + origin[1], z + origin[2]])
    if (pixel === undefined) continue
    const [column, row] = pixel
    if (column < 0 || row < 0 || column >= width || row >= height) continue
    projectedPoints.push({ x: column, y: row, distance: Math.hypot(x - cx, y - cy, z - cz) })
  }
  projectedPoints.sort((a, b) => b.distance - a.distance)
  const places = new Float32Array(projectedPoints.length * 2)
  const depths = new Float32Array(projectedPoints.length)
  for (const [index, { distance, x, y }] of projectedPoints.entries()) {
    places[index * 2] = x
    places[index * 2 + 1] = y
    depths[index] = computeDepthShare(distance)
  }
  return { count: projectedPoints.length, places, depths }
}
