/** Lists the objects of a label in the order and the groups that a person chose. */
import type { JsonObject } from "../../editor/json/value.ts"
import type { Annotation } from "../../editor/label/annotation.ts"
import type { Category } from "../../editor/label/attributes/configuration.ts"
import { parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { countFrames, listAnnotations } from "../../editor/label/frames.ts"
import { computeBounds } from "../../geometry/outline.ts"
import type { Grouping, ObjectOrder } from "./ArrangementStore.ts"
import { type BooleanWords, isMatch, parseFilter } from "./objectFilter.ts"

/** The frames of a track, from 0. */
export interface TrackExtent {
  readonly first: number
  readonly last: number
}

export interface ListedObject {
  /** The annotation of the shown frame, or of the nearest frame that has the track. */
  readonly annotation: Annotation
  readonly frame: number
  /** Undefined where only the shown frame is listed. */
  readonly extent: TrackExtent | undefined
  /** Undefined for one that the configuration lacks. */
  readonly category: Category | undefined
}

export interface ObjectGroup {
  /** The id of a category, or the place of tracks; the only group without grouping is `all`. */
  readonly id: string
  readonly objects: ReadonlyArray<ListedObject>
}

interface ListOptions {
  readonly categories: ReadonlyArray<Category>
  readonly frame: number
  readonly grouping: Grouping
  readonly order: ObjectOrder
  readonly filter: string
  /** The number of warnings by object. */
  readonly warnings: ReadonlyMap<string, number>
  readonly words: BooleanWords
}

export interface ObjectGroups {
  /** The number of objects before the filter. */
  readonly total: number
  readonly groups: ReadonlyArray<ObjectGroup>
}

export const listObjects = (label: JsonObject, options: ListOptions): ObjectGroups => {
  const { categories, frame, grouping } = options
  const byId = new Map(categories.map((category) => [category.id, category]))
  const located = grouping === "track" ? listTracks(label, frame) : listShown(label, frame)
  const objects = located.map((object) => ({ ...object, category: byId.get(object.annotation.categoryId) }))
  const terms = parseFilter(options.filter)
  const matching =
    terms.length === 0
      ? objects
      : objects.filter(({ annotation, category }) =>
          isMatch(
            terms,
            { annotation, name: category?.name ?? String(annotation.categoryId) },
            options.words,
          ),
        )
  const sorted = sortObjects(matching, options)
  return { total: objects.length, groups: groupObjects(sorted, options) }
}

type LocatedObject = Omit<ListedObject, "category">

const listShown = (label: JsonObject, frame: number): ReadonlyArray<LocatedObject> =>
  listAnnotations(label, frame).map((annotation) => ({ annotation, frame, extent: undefined }))

/** The tracks of all frames: those of the shown frame in its order, then the others by their first frames. */
const listTracks = (label: JsonObject, shown: number): ReadonlyArray<LocatedObject> => {
  const tracks = new Map<string, LocatedObject & { readonly extent: TrackExtent }>()
  const frames = Array.from({ length: countFrames(label) }, (_, frame) => frame)
  for (const frame of [shown, ...frames.filter((other) => other !== shown)])
    for (const annotation of listAnnotations(label, frame)) {
      const track = tracks.get(annotation.key)
      const isNearest = track === undefined || Math.abs(frame - shown) < Math.abs(track.frame - shown)
      const { first, last } = track?.extent ?? { first: frame, last: frame }
      tracks.set(annotation.key, {
        ...(isNearest ? { annotation, frame } : { annotation: track.annotation, frame: track.frame }),
        extent: { first: Math.min(first, frame), last: Math.max(last, frame) },
      })
    }
  return [...tracks.values()]
}

const sortObjects = (
  objects: ReadonlyArray<ListedObject>,
  { categories, order, warnings }: ListOptions,
): ReadonlyArray<ListedObject> => {
  if (order === "drawn") return objects
  const places = new Map(categories.map(({ id }, index) => [id, index]))
  const compare: { readonly [Name in typeof order]: (a: Annotation, b: Annotation) => number } = {
    id: (a, b) => compareIds(a.key, b.key),
    category: (a, b) => rank(a) - rank(b) || a.categoryId - b.categoryId,
    size: (a, b) => measureSize(a) - measureSize(b),
    warnings: (a, b) => (warnings.get(b.key) ?? 0) - (warnings.get(a.key) ?? 0),
  }
  const rank = ({ categoryId }: Annotation) => places.get(categoryId) ?? places.size
  return objects.toSorted((a, b) => compare[order](a.annotation, b.annotation))
}

/** Numbers within ids count as numbers. */
const compareIds = new Intl.Collator("en", { numeric: true }).compare

/** The area around a shape, or the volume of a cuboid: in pixels or meters. */
const measureSize = ({ points, source }: Annotation): number => {
  const cuboid = parseCuboid(source)
  if (cuboid !== undefined) return cuboid.dimensions.reduce((volume, side) => volume * side, 1)
  if (points.length === 0) return 0
  const { bottom, left, right, top } = computeBounds(points)
  return (right - left) * (bottom - top)
}

const groupObjects = (
  objects: ReadonlyArray<ListedObject>,
  { categories, frame, grouping }: ListOptions,
): ReadonlyArray<ObjectGroup> => {
  if (grouping === "none") return [{ id: "all", objects }]
  const groups = new Map<string, Array<ListedObject>>()
  for (const object of objects) {
    const place = object.frame === frame ? "here" : "elsewhere"
    const id = grouping === "category" ? String(object.annotation.categoryId) : place
    const members = groups.get(id)
    if (members === undefined) groups.set(id, [object])
    else members.push(object)
  }
  const order = grouping === "category" ? categories.map(({ id }) => String(id)) : ["here", "elsewhere"]
  const ids = new Set([...order, ...groups.keys()])
  return [...ids].flatMap((id) => {
    const members = groups.get(id)
    return members === undefined ? [] : [{ id, objects: members }]
  })
}
