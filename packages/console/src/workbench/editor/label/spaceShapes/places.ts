/** The stored places of shapes in a cloud: of three numbers, or of two where they lie on the ground. In meters. */
import type { HeightAt } from "../../../geometry/space/groundAt.ts"
import type { Vector } from "../../../geometry/space/vector.ts"
import { withMembers } from "../../json/edit.ts"
import { isArray, type Json, type JsonObject, toNumber } from "../../json/value.ts"

/** Three coordinates, or two without a height. */
export type Place = ReadonlyArray<number>

/** The place in millimeters, as edits store it. */
export const toStoredPlace = (place: Place): Json => place.map((value) => Math.round(value * 1000) / 1000 + 0)

/**
 * The annotation with the places that lie between those of two others, which is how a track moves between keyframes. Without an end, and
 * between shapes with different numbers of vertices, the places are those of the start. Equal places keep their text.
 */
export const withPlacesBetween = (
  annotation: JsonObject,
  start: JsonObject,
  end: JsonObject | undefined,
  share: number,
): JsonObject => {
  const from = readPlaces(start.points)
  const to = end && readPlaces(end.points)
  // A shape without one of its places is another.
  if (from === undefined) return annotation
  const points =
    to === undefined || to.length !== from.length
      ? start.points
      : from.map((place, index) => toStoredPlace(mixPlaces(place, to[index] ?? place, share)))
  return isSamePlaces(annotation.points, points) ? annotation : withMembers(annotation, { points })
}

/** Whether both lists have the same places, whatever their texts are. */
export const isSamePlaces = (a: Json | undefined, b: Json | undefined): boolean => {
  const [one, other] = [readPlaces(a), readPlaces(b)]
  return (
    one !== undefined &&
    one.length === other?.length &&
    one.every((place, index) => {
      const beside = other[index]
      return place.length === beside?.length && place.every((value, axis) => value === beside[axis])
    })
  )
}

/** The height of the other place stays if one of them has none. */
const mixPlaces = (from: Place, to: Place, share: number): Place =>
  Array.from({ length: Math.max(from.length, to.length) }, (_, axis) => {
    const [start, end] = [from[axis], to[axis]]
    return start === undefined || end === undefined ? (start ?? end ?? 0) : start + (end - start) * share
  })

/** The places of a list; undefined where one of them is none. */
export const readPlaces = (list: Json | undefined): ReadonlyArray<Place> | undefined => {
  if (!isArray(list)) return undefined
  const places = list.map((place) => (isArray(place) ? place.map(toNumber) : []))
  return places.every((place) => place.length > 1 && place.every(Number.isFinite)) ? places : undefined
}

/** A place this near to the ground moves along it; a higher one keeps its height. In meters. */
export const onGroundReach = 0.4

/** The place after a move. Without a ground, which is that of a loaded cloud, all heights stay. */
export const movePlace = (place: Place, by: Vector, ground: HeightAt | undefined): Place => {
  const [fromX = 0, fromY = 0, z] = place
  const [x, y] = [fromX + by[0], fromY + by[1]]
  if (z === undefined) return by[2] === 0 || ground === undefined ? [x, y] : [x, y, ground(x, y) + by[2]]
  if (by[2] !== 0 || ground === undefined) return [x, y, z + by[2]]
  // The distance to the ground stays, so that the way back leads to the same place.
  const above = z - ground(fromX, fromY)
  return [x, y, Math.abs(above) <= onGroundReach ? ground(x, y) + above : z]
}

/** The middle between two places: on the ground where both are, or where a height is not known. */
export const computeMiddle = (a: Place, b: Place, ground: HeightAt | undefined): Place => {
  const [ax = 0, ay = 0, az = ground?.(ax, ay)] = a
  const [bx = 0, by = 0, bz = ground?.(bx, by)] = b
  const middle = [(ax + bx) / 2, (ay + by) / 2]
  const isOnGround = a.length < 3 && b.length < 3
  return isOnGround || az === undefined || bz === undefined ? middle : [...middle, (az + bz) / 2]
}

/** The place with one coordinate replaced. */
export const replaceCoordinate = (place: Place, axis: 0 | 1 | 2, value: number): Place =>
  axis < place.length ? place.with(axis, value) : [...place, value]
