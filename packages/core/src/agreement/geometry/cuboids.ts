/** Volumes of the intersections of cuboids, exact but for rounding. */
import { type Boxes, rotationStride, shapeStride } from "../../warnings/geometry/Boxes.ts"
import { clipBox } from "./clipBox.ts"
import { clipRectangle } from "./clipRectangle.ts"

/**
 * The volume that two boxes share. The distance between the centers is taken first, so that coordinates of maps, millions of meters away from
 * their origin, cost no precision. Touching boxes share nothing.
 */
export const computeBoxesIntersection = (boxes: Boxes, a: number, b: number): number => {
  const { shapes } = boxes
  const [p, q] = [a * shapeStride, b * shapeStride]
  if (isFarApart(shapes, p, q, 3)) return 0
  if (boxes.upright[a] !== 1 || boxes.upright[b] !== 1) return clipTurned(boxes, a, b)
  const height = computeOverlap(shapes, p + 2, q + 2)
  return height > 0 ? height * clipUpright(shapes, p, q) : 0
}

/** The area that two boxes share, seen from above. Throws a `RangeError` for a box that is turned about other axes than z. */
export const computeGroundIntersection = ({ shapes, upright }: Boxes, a: number, b: number): number => {
  for (const box of [a, b])
    if (upright[box] !== 1)
      throw new RangeError(`Box ${box} is tilted; only boxes that are turned about z alone have a ground.`)
  const [p, q] = [a * shapeStride, b * shapeStride]
  return isFarApart(shapes, p, q, 2) ? 0 : clipUpright(shapes, p, q)
}

export const computeVolume = ({ shapes }: Boxes, box: number): number => {
  const at = box * shapeStride
  return 8 * (shapes[at + 3] as number) * (shapes[at + 4] as number) * (shapes[at + 5] as number)
}

/** Whether not even the spheres around the boxes meet, or the circles around their grounds, by the first two axes. */
const isFarApart = (shapes: Float64Array, p: number, q: number, axes: 2 | 3): boolean => {
  let [distance, radiusA, radiusB] = [0, 0, 0]
  for (let axis = 0; axis < axes; axis++) {
    distance += ((shapes[q + axis] as number) - (shapes[p + axis] as number)) ** 2
    radiusA += (shapes[p + 3 + axis] as number) ** 2
    radiusB += (shapes[q + 3 + axis] as number) ** 2
  }
  return distance > radiusA + radiusB + 2 * Math.sqrt(radiusA * radiusB)
}

/** The common length along an axis that both boxes are parallel to. The offsets are those of the centers. */
const computeOverlap = (shapes: Float64Array, p: number, q: number): number => {
  const [halfA, halfB] = [shapes[p + 3] as number, shapes[q + 3] as number]
  const distance = (shapes[q] as number) - (shapes[p] as number)
  return Math.min(halfA, distance + halfB) - Math.max(-halfA, distance - halfB)
}

/** In the frame of the first box. */
const clipUpright = (shapes: Float64Array, p: number, q: number): number => {
  const [cosA, sinA] = [shapes[p + 6] as number, shapes[p + 7] as number]
  const [cosB, sinB] = [shapes[q + 6] as number, shapes[q + 7] as number]
  const dx = (shapes[q] as number) - (shapes[p] as number)
  const dy = (shapes[q + 1] as number) - (shapes[p + 1] as number)
  return clipRectangle(
    shapes[p + 3] as number,
    shapes[p + 4] as number,
    dx * cosA + dy * sinA,
    dy * cosA - dx * sinA,
    shapes[q + 3] as number,
    shapes[q + 4] as number,
    cosA * cosB + sinA * sinB,
    cosA * sinB - sinA * cosB,
  )
}

const clipTurned = ({ rotation, shapes }: Boxes, a: number, b: number): number => {
  const [p, q] = [a * shapeStride, b * shapeStride]
  const [m, n] = [a * rotationStride, b * rotationStride]
  const center: Array<number> = []
  const turn: Array<number> = []
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0
    for (let k = 0; k < 3; k++)
      sum += (rotation[m + 3 * k + axis] as number) * ((shapes[q + k] as number) - (shapes[p + k] as number))
    center.push(sum)
    for (let edge = 0; edge < 3; edge++) {
      let dot = 0
      for (let k = 0; k < 3; k++)
        dot += (rotation[m + 3 * k + axis] as number) * (rotation[n + 3 * k + edge] as number)
      turn.push(dot)
    }
  }
  return clipBox(shapes.subarray(p + 3, p + 6), center, turn, shapes.subarray(q + 3, q + 6))
}
