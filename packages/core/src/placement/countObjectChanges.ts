/**
 * Counts the objects that differ between two versions of a label. An object is an annotation; in a sequence it is a track, with all of its
 * annotations in all frames and sensors. Pure.
 */
import { isBesideScenes, type Part, type Span } from "../config/migration/LabelWalk.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { isArrayAt } from "../domain/jsonSpans.ts"
import { formatObjectChanges, type ObjectChanges, type ObjectCounts } from "../domain/ObjectChanges.ts"
import { findChangedObjects, type PartsOfScenes } from "./changedObjects.ts"
import { type AnnotationKey, type LabelVersion, readAnnotationKey, readLabelVersion } from "./LabelVersion.ts"

/** One object of a label: the texts of its annotations, in the order of the label. */
interface LabelObject {
  category: number
  /** The scene of each annotation. */
  readonly places: Array<string>
  readonly spans: Array<Span>
}

/** Objects of a label by their key, and the points of its scenes by their place. */
interface LabelObjects {
  readonly text: string
  readonly objects: Map<string, LabelObject>
  readonly points: Map<string, ScenePoints>
}

/** The ids of points in a scene, as the text of their array, and the objects to which the ids belong. */
interface ScenePoints {
  readonly span: Span
  readonly keys: ReadonlyMap<number, string>
}

/**
 * Returns the counts as JSON. Pauses between scenes, so that other work runs during a long label. The pixels of bitmaps are not compared,
 * for they lie outside of the label.
 */
export function* countObjectChanges(
  before: JsonText | null,
  after: JsonText | null,
): Generator<void, JsonText> {
  const counts = new Map<number, ObjectCounts>()
  if (before === after || (before !== null && after !== null && isBesideScenes(before, after)))
    return formatObjectChanges(counts)
  const versions = [
    yield* readLabelVersion(before ?? "null"),
    yield* readLabelVersion(after ?? "null"),
  ] as const
  const changed = yield* findChangedObjects(...versions)
  const old = yield* collectObjects(versions[0], changed?.before, changed?.keys)
  const now = yield* collectObjects(versions[1], changed?.after, changed?.keys)
  const repainted = changed === undefined ? yield* findRepainted(old, now) : noKeys
  for (const [key, object] of now.objects) {
    const earlier = old.objects.get(key)
    if (earlier === undefined) increment(counts, object.category, [1, 0, 0])
    else if (repainted.has(key) || isChanged(old.text, earlier, now.text, object))
      increment(counts, object.category, [0, 1, 0])
  }
  for (const [key, { category }] of old.objects)
    if (!now.objects.has(key)) increment(counts, category, [0, 0, 1])
  return formatObjectChanges(counts as ObjectChanges)
}

const increment = (
  counts: Map<number, ObjectCounts>,
  category: number,
  [created, changed, removed]: ObjectCounts,
): void => {
  const [a, b, c] = counts.get(category) ?? [0, 0, 0]
  counts.set(category, [a + created, b + changed, c + removed])
}

const noKeys: ReadonlySet<string> = new Set()

const readAll: PartsOfScenes = ({ scene }) => scene.annotations

/** Collects the objects of these keys; without them, all. */
function* collectObjects(
  { scenes, text }: LabelVersion,
  readParts: PartsOfScenes = readAll,
  changedKeys?: ReadonlySet<string>,
): Generator<void, LabelObjects> {
  const objects = new Map<string, LabelObject>()
  const points = new Map<string, ScenePoints>()
  for (const placed of scenes) {
    const keys = new Map<number, string>()
    for (const part of readParts(placed)) {
      const annotation = readAnnotationKey(text, placed, part)
      if (annotation === undefined || changedKeys?.has(annotation.key) === false) continue
      keys.set(annotation.id, annotation.key)
      addAnnotation(objects, annotation, placed.place, part)
    }
    if (placed.scene.points !== undefined) points.set(placed.place, { span: placed.scene.points, keys })
    yield
  }
  return { text, objects, points }
}

const addAnnotation = (
  objects: Map<string, LabelObject>,
  { category, key }: AnnotationKey,
  place: string,
  { span }: Part,
): void => {
  const object = objects.get(key)
  if (object === undefined) objects.set(key, { category, places: [place], spans: [span] })
  else {
    object.category = category
    object.places.push(place)
    object.spans.push(span)
  }
}

/** Whether an object is another one than before: in another place, or with another content. */
const isChanged = (oldText: string, old: LabelObject, text: string, object: LabelObject): boolean =>
  old.places.length !== object.places.length ||
  old.places.some((place, index) => place !== object.places[index]) ||
  old.spans.some((span, index) => {
    const [before, after] = [oldText.slice(...span), text.slice(...(object.spans[index] ?? span))]
    return before !== after && !isEqual(JSON.parse(before), JSON.parse(after))
  })

/** Whether two JSON values are equal, whatever the order of their members. */
const isEqual = (a: unknown, b: unknown): boolean => {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [Object.entries(a), new Map(Object.entries(b))]
  return (
    left.length === right.size &&
    left.every(([key, value]) => right.has(key) && isEqual(value, right.get(key)))
  )
}

/** The objects to which points were added, or from which points were taken. */
function* findRepainted(old: LabelObjects, now: LabelObjects): Generator<void, ReadonlySet<string>> {
  const repainted = new Set<string>()
  for (const [place, { keys, span }] of now.points) {
    const earlier = old.points.get(place)
    if (earlier === undefined) continue
    const before = readIds(old.text, earlier.span)
    const after = readIds(now.text, span)
    for (let i = 0; i < Math.max(before.length, after.length); i++) {
      const [from, to] = [before[i], after[i]]
      if (from === to) continue
      for (const id of [from, to]) {
        const key = typeof id === "number" ? (keys.get(id) ?? earlier.keys.get(id)) : undefined
        if (key !== undefined) repainted.add(key)
      }
    }
    yield
  }
  return repainted
}

const readIds = (text: string, span: Span): ReadonlyArray<unknown> => {
  if (!isArrayAt(text, span[0])) return []
  const ids: unknown = JSON.parse(text.slice(...span))
  return Array.isArray(ids) ? ids : []
}
