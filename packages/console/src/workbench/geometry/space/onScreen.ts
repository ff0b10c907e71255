/** Projects places of the world into the main view. */
import type { Point, Points } from "../point.ts"
import { computeDirections, computeEye, computeNear, fieldOfView, type Orbit, type Size } from "./orbit.ts"
import { dot, subtractVectors, type Vector } from "./vector.ts"

/** The pixel of a place; undefined for one behind the camera. */
export const makeScreenProjection = (
  orbit: Orbit,
  { height, width }: Size,
): ((place: Vector) => Point | undefined) => {
  const { into, right, up } = computeDirections(orbit)
  const eye = computeEye(orbit)
  const pixels = height / 2 / Math.tan(fieldOfView / 2)
  const near = computeNear(orbit)
  return (place) => {
    const from = subtractVectors(place, eye)
    const depth = dot(into, from)
    if (depth < near) return undefined
    return [width / 2 + (dot(right, from) / depth) * pixels, height / 2 - (dot(up, from) / depth) * pixels]
  }
}

/** The pixels of a shape; undefined where a part of it is behind the camera. */
export const projectWhole = (
  points: ReadonlyArray<Vector>,
  seen: (place: Vector) => Point | undefined,
): Points | undefined => {
  const places = points.flatMap((point) => {
    const place = seen(point)
    return place === undefined ? [] : [place]
  })
  return places.length === points.length ? places : undefined
}

/** The parts of a line that are in front of the camera, without the sides that begin or end behind it. */
export const projectParts = (
  points: ReadonlyArray<Vector>,
  closes: boolean,
  seen: (place: Vector) => Point | undefined,
): ReadonlyArray<Points> => {
  const places = points.map(seen)
  const parts: Array<Array<Point>> = [[]]
  for (const place of closes ? [...places, places[0]] : places) {
    if (place === undefined) parts.push([])
    else parts.at(-1)?.push(place)
  }
  return parts.filter(({ length }) => length > 0)
}
