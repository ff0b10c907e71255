/**
 * Counts the objects that differ between two versions of a label. An object is an annotation; in a sequence it is a track, with all of its
 * annotations in all frames and sensors. Pure.
 */
import { type Part, readNumberAt, type Scene, type Span, walkLabel } from "../config/migration/LabelWalk.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { isArrayAt } from "../domain/jsonSpans.ts"
import { formatObjectChanges, type ObjectChanges, type ObjectCounts } from "../domain/ObjectChanges.ts"

/** One object of a label: the texts of its annotations, in the order of the label. */
interface LabelObject {
  category: number
  /** The scene of each annotation. */
  readonly places: Array<string>
  readonly spans: Array<Span>
}

/** The objects of a label by their key, and the points of its scenes by their place. */
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
  if (before === after) return formatObjectChanges(counts)
  const old = yield* collectObjects(before ?? "null")
  const now = yield* collectObjects(after ?? "null")
  const repainted = yield* findRepainted(old, now)
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

function* collectObjects(text: string): Generator<void, LabelObjects> {
  const objects = new Map<string, LabelObject>()
  const points = new Map<string, ScenePoints>()
  yield* walkLabel(text, {
    scene: (scene) => {
      const place = `${scene.sensor ?? ""} ${scene.frame ?? ""}`
      const keys = new Map<number, string>()
      for (const annotation of scene.annotations) addAnnotation(text, scene, place, annotation, objects, keys)
      if (scene.points !== undefined) points.set(place, { span: scene.points, keys })
    },
    links: () => {},
  })
  return { text, objects, points }
}

const addAnnotation = (
  text: string,
  { frame }: Scene,
  place: string,
  { members, span }: Part,
  objects: Map<string, LabelObject>,
  keys: Map<number, string>,
): void => {
  const id = readNumberAt(text, members.get("id"))
  const category = readNumberAt(text, members.get("category_id"))
  if (id === undefined || category === undefined) return
  const track = frame === null ? undefined : readNumberAt(text, members.get("track_id"))
  const key = track === undefined ? `${place} ${id}` : `track ${track}`
  keys.set(id, key)
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
