/** The stored places of shapes in a cloud: of three numbers, or of two where they lie on the ground. In meters. */
import { withMembers } from "../../../model/json/edit.ts"
import { isArray, type Json, type JsonObject, toNumber } from "../../../model/json/value.ts"

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
