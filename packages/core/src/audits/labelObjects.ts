/**
 * The objects of a label, which an audit of objects draws: each annotation of images and clouds, and each track of a sequence. Each has a key, which
 * no other object of the label has, also where ids are missing or doubled. Pure.
 */
import { readInteger, wrapLongIntegers } from "../domain/exactIntegers.ts"
import { readList, readMember } from "../domain/uncheckedJson.ts"
import { escapeKeyPart } from "./escapeKeyPart.ts"

/** An object, and all categories that it has: a track may have another one in each frame. */
export interface LabelObject {
  /** Unique in the label. */
  readonly key: string
  readonly pointer: string
  readonly sensor: string | null
  readonly frame: number | null
  readonly track: string | null
  readonly annotation: string | null
  readonly categoryId: number | null
  readonly categoryIds: ReadonlySet<number>
}

/**
 * Lists the objects of a label by its attributes, in the order in which the label has them first. `text` is called for the JSON text of the attributes
 * where ids are too large for numbers.
 */
export const listLabelObjects = (
  attributes: unknown,
  text: () => string | undefined,
): ReadonlyArray<LabelObject> => {
  const places = listPlaces(attributes)
  if (places.every(({ annotations }) => annotations.every(hasExactIds))) return mergeTracks(places)
  return mergeTracks(listPlaces(JSON.parse(wrapLongIntegers(text() ?? "null"))))
}

const hasExactIds = (annotation: unknown): boolean =>
  ["id", "track_id"].every((member) => {
    const value = readMember(annotation, member)
    return !Number.isInteger(value) || Number.isSafeInteger(value)
  })

/** A list of annotations: of a picture or a cloud, or of a frame. */
interface Place {
  readonly annotations: ReadonlyArray<unknown>
  readonly pointer: string
  readonly sensor: string | null
  /** The first part of keys; empty without sensors. */
  readonly sensorKey: string
  readonly frame: number | null
}

const listPlaces = (attributes: unknown): ReadonlyArray<Place> => {
  const sensors = readList(attributes, "sensors")
  const names = countValues(sensors.map(readName))
  return [
    ...listOwnPlaces(attributes, "", null, ""),
    ...sensors.flatMap((sensor, index) => {
      const name = readName(sensor)
      const hasName = name !== null && names.get(name) === 1 && name.length <= maxNameLength
      const key = hasName ? `sensor:${escapeKeyPart(name)}/` : `sensor-index:${index}/`
      const pointer = `/sensors/${index}/attributes`
      return listOwnPlaces(readMember(sensor, "attributes"), pointer, hasName ? name : null, key)
    }),
  ]
}

/** Longer names of sensors would be in each object that is drawn. */
const maxNameLength = 200

const readName = (sensor: unknown): string | null => {
  const name = readMember(sensor, "name")
  return typeof name === "string" ? name : null
}

const listOwnPlaces = (
  attributes: unknown,
  pointer: string,
  sensor: string | null,
  sensorKey: string,
): ReadonlyArray<Place> => [
  { annotations: readList(attributes, "annotations"), pointer, sensor, sensorKey, frame: null },
  ...readList(attributes, "frames").map((value, frame) => ({
    annotations: readList(value, "annotations"),
    pointer: `${pointer}/frames/${frame}`,
    sensor,
    sensorKey,
    frame,
  })),
]

/** An annotation with its ids. */
interface Annotation {
  readonly place: Place
  readonly index: number
  readonly id: string | null
  readonly trackId: string | null
  readonly categoryId: number | null
}

/** Makes one object of the annotations of a track. */
const mergeTracks = (places: ReadonlyArray<Place>): ReadonlyArray<LabelObject> => {
  const frames = places.map(readAnnotations)
  const doubled = listDoubledTracks(frames)
  const objects = new Map<string, LabelObject & { readonly categoryIds: Set<number> }>()
  for (const annotations of frames) {
    const ids = countValues(annotations.map(({ id }) => id))
    for (const annotation of annotations) {
      const { categoryId, id, index, place } = annotation
      const { frame, pointer, sensor, sensorKey } = place
      const trackKey = makeTrackKey(annotation)
      const isTrack = trackKey !== null && !doubled.has(trackKey)
      const own = id !== null && ids.get(id) === 1 ? `annotation:${id}` : `annotation-index:${index}`
      const key = isTrack ? trackKey : `${sensorKey}${frame === null ? "" : `frame:${frame}/`}${own}`
      const object = objects.get(key) ?? {
        ...{ key, sensor, frame, annotation: id, categoryId },
        pointer: `${pointer}/annotations/${index}`,
        track: isTrack ? annotation.trackId : null,
        categoryIds: new Set<number>(),
      }
      if (categoryId !== null) object.categoryIds.add(categoryId)
      objects.set(key, object)
    }
  }
  return [...objects.values()]
}

const readAnnotations = (place: Place): ReadonlyArray<Annotation> =>
  place.annotations.flatMap((value, index) => {
    if (typeof value !== "object" || value === null) return []
    const category = readMember(value, "category_id")
    const categoryText = readInteger(category)
    return {
      ...{ place, index },
      id: readInteger(readMember(value, "id")),
      trackId: readInteger(readMember(value, "track_id")),
      categoryId:
        categoryText !== null ? Number(categoryText) : typeof category === "number" ? category : null,
    }
  })

/** The key of the track of an annotation in a sequence. */
const makeTrackKey = ({ place: { frame, sensorKey }, trackId }: Annotation): string | null =>
  frame === null || trackId === null ? null : `${sensorKey}track:${trackId}`

/** The keys of tracks that a frame has twice: their annotations are no one object. */
const listDoubledTracks = (frames: ReadonlyArray<ReadonlyArray<Annotation>>): ReadonlySet<string> => {
  const doubled = new Set<string>()
  for (const annotations of frames)
    for (const [key, count] of countValues(annotations.map(makeTrackKey)))
      if (key !== null && count > 1) doubled.add(key)
  return doubled
}

const countValues = <A>(values: ReadonlyArray<A>): ReadonlyMap<A, number> => {
  const counts = new Map<A, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
