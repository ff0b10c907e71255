/** An annotation as the workbench reads it. The JSON object it was read from stays the truth. */
import type { ShapeType } from "../../geometry/outline.ts"
import type { Point, Points } from "../../geometry/point.ts"
import {
  isArray,
  isObject,
  type Json,
  type JsonArray,
  type JsonObject,
  NumberText,
  toNumber,
} from "../json/value.ts"

export interface Annotation {
  /** Names the object within the label: its track in a sequence, else its id. */
  readonly key: string
  /** The annotation as stored. */
  readonly source: JsonObject
  readonly id: Json
  readonly trackId: Json | undefined
  readonly categoryId: number
  /** The shape that is drawn; undefined for an area of a bitmap, and for a shape of another kind. */
  readonly type: ShapeType | undefined
  readonly points: Points
  readonly isKeyframe: boolean
  readonly attributes: JsonObject
}

/** An annotation that is drawn as a shape. */
export interface DrawnAnnotation extends Annotation {
  readonly type: ShapeType
}

export const isDrawn = (annotation: Annotation): annotation is DrawnAnnotation =>
  annotation.type !== undefined && annotation.points.length > 0

const read = new WeakMap<JsonObject, Annotation>()
const lists = new WeakMap<JsonArray, ReadonlyArray<Annotation>>()

/**
 * The annotations of a list. Unchanged ones are the same objects from edit to edit, so that only edited shapes are
 * drawn anew. Of objects with the same id, the later ones get keys with a number.
 */
export const readAnnotations = (list: Json | undefined): ReadonlyArray<Annotation> => {
  if (!isArray(list)) return []
  const cached = lists.get(list)
  if (cached !== undefined) return cached
  const seen = new Map<string, number>()
  const annotations = list.filter(isObject).map((source) => {
    const annotation = readAnnotation(source)
    const times = (seen.get(annotation.key) ?? 0) + 1
    seen.set(annotation.key, times)
    return times === 1 ? annotation : { ...annotation, key: `${annotation.key}#${times}` }
  })
  lists.set(list, annotations)
  return annotations
}

const readAnnotation = (source: JsonObject): Annotation => {
  const cached = read.get(source)
  if (cached !== undefined) return cached
  const annotation: Annotation = {
    key: toKey(source.track_id ?? source.id),
    source,
    id: source.id ?? null,
    trackId: source.track_id,
    categoryId: toNumber(source.category_id),
    type: readType(source.type),
    points: readPoints(source.points),
    isKeyframe: source.is_keyframe !== false,
    attributes: isObject(source.attributes) ? source.attributes : {},
  }
  read.set(source, annotation)
  return annotation
}

/** The digits of an id. */
export const toKey = (id: Json | undefined): string => (id instanceof NumberText ? id.text : String(id))

const types: ReadonlySet<string> = new Set<ShapeType>(["bbox", "polygon", "polyline", "point"])

const isShapeType = (type: string): type is ShapeType => types.has(type)

const readType = (type: Json | undefined): ShapeType | undefined =>
  typeof type === "string" && isShapeType(type) ? type : undefined

/** The points of a list; none when one of them cannot be read, for a shape without one of its points is another. */
const readPoints = (list: Json | undefined): Points => {
  if (!isArray(list)) return []
  const points = list.map(readPoint)
  return points.every((point) => point !== undefined) ? points : []
}

const readPoint = (value: Json): Point | undefined => {
  if (!isArray(value)) return undefined
  const x = toNumber(value[0])
  const y = toNumber(value[1])
  return Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined
}
