/**
 * The objects of a label, which an audit of objects draws: each annotation of images and clouds, and each track of a sequence. Each has a key, which
 * no other object of the label has, also where ids are missing or doubled. Pure.
 */
import { readInteger, wrapLongIntegers } from "../domain/exactIntegers.ts"
import { runToEnd } from "../domain/runToEnd.ts"
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
  readonly categoryIds: ReadonlyArray<number>
}

/**
 * Lists the objects of a label by its attributes, in the order in which the label has them first. `text` is called for the JSON text of the attributes
 * where ids are too large for numbers.
 */
export const listLabelObjects = (
  attributes: unknown,
  text: () => string | undefined,
): ReadonlyArray<LabelObject> => runToEnd(listLabelObjectsInSteps(attributes, text))

/** Annotations between two steps, in much less than a millisecond. */
const stepAnnotations = 512

/** The same in steps, between which other work can run: a label may have a hundred thousand objects. */
export function* listLabelObjectsInSteps(
  attributes: unknown,
  text: () => string | undefined,
): Generator<void, ReadonlyArray<LabelObject>> {
  const scopes = listScopes(attributes)
  const isExact = yield* checkExactIds(scopes)
  const objects: Array<LabelObject> = []
  for (const scope of isExact ? scopes : listScopes(JSON.parse(wrapLongIntegers(text() ?? "null"))))
    yield* mergeTracks(scope, objects)
  return objects
}

/** Visits values with a step after some of them. */
function* visitInSteps<A>(values: Iterable<A>, visit: (value: A) => void): Generator<void, void> {
  let count = 0
  for (const value of values) {
    if (++count % stepAnnotations === 0) yield
    visit(value)
  }
}

function* checkExactIds(scopes: ReadonlyArray<Scope>): Generator<void, boolean> {
  let areExact = true
  for (const { places } of scopes)
    for (const { annotations } of places)
      yield* visitInSteps(annotations, (annotation) => {
        areExact &&= hasExactIds(annotation)
      })
  return areExact
}

/** Annotations as nobody has checked them. There may be a hundred thousand in a label: their members are read without a call. */
interface UncheckedAnnotation {
  readonly id?: unknown
  readonly track_id?: unknown
  readonly category_id?: unknown
}

const isAnnotation = (value: unknown): value is UncheckedAnnotation =>
  typeof value === "object" && value !== null

const hasExactIds = (annotation: unknown): boolean =>
  !isAnnotation(annotation) || (isExact(annotation.id) && isExact(annotation.track_id))

const isExact = (value: unknown): boolean => !Number.isInteger(value) || Number.isSafeInteger(value)

/** The label of a sensor, or a whole label without sensors. */
interface Scope {
  readonly sensor: string | null
  /** The first part of keys; empty without sensors. */
  readonly sensorKey: string
  readonly places: ReadonlyArray<Place>
}

/** A list of annotations: of a picture or a cloud, or of a frame. */
interface Place {
  readonly annotations: ReadonlyArray<unknown>
  readonly pointer: string
  readonly frame: number | null
}

const listScopes = (attributes: unknown): ReadonlyArray<Scope> => {
  const sensors = readList(attributes, "sensors")
  const names = countValues(sensors.map(readName))
  return [
    { sensor: null, sensorKey: "", places: listPlaces(attributes, "") },
    ...sensors.map((sensor, index): Scope => {
      const name = readName(sensor)
      const hasName = name !== null && names.get(name) === 1 && name.length <= maxNameLength
      return {
        sensor: hasName ? name : null,
        sensorKey: hasName ? `sensor:${escapeKeyPart(name)}/` : `sensor-index:${index}/`,
        places: listPlaces(readMember(sensor, "attributes"), `/sensors/${index}/attributes`),
      }
    }),
  ]
}

/** Longer names of sensors would be in each object that is drawn. */
const maxNameLength = 200

const readName = (sensor: unknown): string | null => {
  const name = readMember(sensor, "name")
  return typeof name === "string" ? name : null
}

const listPlaces = (attributes: unknown, pointer: string): ReadonlyArray<Place> => [
  { annotations: readList(attributes, "annotations"), pointer, frame: null },
  ...readList(attributes, "frames").map((value, frame) => ({
    annotations: readList(value, "annotations"),
    pointer: `${pointer}/frames/${frame}`,
    frame,
  })),
]

/** An annotation with its ids. */
interface Annotation {
  readonly index: number
  readonly id: string | null
  /** Of annotations in a sequence. */
  readonly track: string | null
  readonly categoryId: number | null
}

/** Makes one object of the annotations of a track. */
function* mergeTracks(
  { places, sensor, sensorKey }: Scope,
  objects: Array<LabelObject>,
): Generator<void, void> {
  const frames: Array<ReadonlyArray<Annotation>> = []
  for (const place of places) frames.push(yield* readAnnotations(place))
  const doubled = yield* listDoubledTracks(frames)
  const tracks = new Map<string, Array<number>>()
  for (const [at, { frame, pointer }] of places.entries()) {
    const annotations = frames[at] ?? []
    const ids = new Map<string | null, number>()
    yield* visitInSteps(annotations, ({ id }) => ids.set(id, (ids.get(id) ?? 0) + 1))
    yield* visitInSteps(annotations, ({ categoryId, id, index, track: trackId }) => {
      const track = trackId === null || doubled.has(trackId) ? null : trackId
      const before = track === null ? undefined : tracks.get(track)
      if (before !== undefined) {
        if (categoryId !== null && !before.includes(categoryId)) before.push(categoryId)
        return
      }
      const categoryIds = categoryId === null ? [] : [categoryId]
      if (track !== null) tracks.set(track, categoryIds)
      const place = frame === null ? sensorKey : `${sensorKey}frame:${frame}/`
      const own = id !== null && ids.get(id) === 1 ? `annotation:${id}` : `annotation-index:${index}`
      objects.push({
        key: track === null ? place + own : `${sensorKey}track:${track}`,
        pointer: `${pointer}/annotations/${index}`,
        sensor,
        frame,
        track,
        annotation: id,
        categoryId,
        categoryIds,
      })
    })
  }
}

function* readAnnotations({ annotations, frame }: Place): Generator<void, ReadonlyArray<Annotation>> {
  const list: Array<Annotation> = []
  yield* visitInSteps(annotations.entries(), ([index, value]) => {
    if (!isAnnotation(value)) return
    const track = frame === null ? null : readInteger(value.track_id)
    list.push({ index, id: readInteger(value.id), track, categoryId: readCategory(value.category_id) })
  })
  return list
}

const readCategory = (value: unknown): number | null => {
  if (typeof value === "number") return value
  const digits = readInteger(value)
  return digits === null ? null : Number(digits)
}

/** The ids of tracks that a frame has twice: their annotations are no one object. */
function* listDoubledTracks(
  frames: ReadonlyArray<ReadonlyArray<Annotation>>,
): Generator<void, ReadonlySet<string>> {
  const doubled = new Set<string>()
  for (const annotations of frames) {
    const seen = new Set<string>()
    yield* visitInSteps(annotations, ({ track }) => {
      if (track === null) return
      if (seen.has(track)) doubled.add(track)
      seen.add(track)
    })
    yield
  }
  return doubled
}

const countValues = <A>(values: ReadonlyArray<A>): ReadonlyMap<A, number> => {
  const counts = new Map<A, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
