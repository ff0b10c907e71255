/**
 * Walks over the text of a label of any of the eleven shapes and reports its parts. The content identifies the shape: `sensors`
 * contains sequences by sensor, `frames` scenes by frame, anything else is one scene. Parts that do not match their shape are
 * skipped: a label may be malformed, and stays so.
 */
import { measureCommonText } from "../../domain/commonText.ts"
import { findValueEnd, isArrayAt, isObjectAt, visitItems, visitMembers } from "../../domain/jsonSpans.ts"
import type { SensorKind } from "./attributesText.ts"

export type Span = readonly [start: number, end: number]

/** The requested members of one object. */
type Members = ReadonlyMap<string, Span>

export interface Scene {
  readonly span: Span
  /** The offset behind the opening brace, where a member can be inserted, and whether others follow. */
  readonly inside: number
  readonly empty: boolean
  readonly kind: SensorKind
  /** The name of the sensor as its JSON text; null in labels of one sensor. */
  readonly sensor: string | null
  /** The position of the frame in its sequence; null in labels without frames. */
  readonly frame: number | null
  /** A JSON Pointer from the label. */
  readonly pointer: string
  readonly imageAttributes: Span | undefined
  readonly points: Span | undefined
  /** The span of the list of annotations. */
  readonly list: Span | undefined
  /** Read when it is asked for, as are the links. */
  readonly annotations: ReadonlyArray<Part>
  readonly links: ReadonlyArray<Part>
}

/** An annotation or a link. */
export interface Part {
  readonly span: Span
  readonly members: Members
}

/** Receives the parts of a label, scene by scene. */
export interface LabelVisitor {
  readonly scene: (scene: Scene) => void
  /** Links above scenes, reported after all scenes. */
  readonly links: (links: ReadonlyArray<Part>) => void
}

/** Walks over a label. Pauses after each scene, so that other work runs during a long label. */
export function* walkLabel(text: string, visitor: LabelVisitor): Generator<void, void> {
  if (!isObjectAt(text, 0)) return
  const top = new Map<string, Span>()
  const end = visitMembersAt(text, 0, topKeys, top)
  const above: Array<ReadonlyArray<Part>> = []
  const [sensors, frames, links] = [top.get("sensors"), top.get("frames"), top.get("links")]
  if (sensors !== undefined) yield* walkSensors(text, sensors, visitor, above)
  else if (frames !== undefined) yield* walkFrames(text, frames, whole, visitor)
  else visitor.scene(makeScene(text, [0, end], top, whole))
  if ((sensors ?? frames) !== undefined) above.push(readPartsAt(text, links, linkKeys))
  for (const ownLinks of above) if (ownLinks.length > 0) visitor.links(ownLinks)
}

/** The number in a span, such as an id; undefined if it is no number. */
export const readNumberAt = (text: string, span: Span | undefined): number | undefined => {
  if (span === undefined) return undefined
  const number = Number(text.slice(...span))
  const code = text.charCodeAt(span[0])
  return (code === 0x2d || (code >= 0x30 && code <= 0x39)) && Number.isFinite(number) ? number : undefined
}

type ScenePlace = Pick<Scene, "kind" | "sensor" | "frame" | "pointer">

const whole: ScenePlace = { kind: null, sensor: null, frame: null, pointer: "" }

const sensorKeys = new Set(["name", "task_type", "attributes"])
const sequenceKeys = new Set(["frames", "links"])
const sceneKeys = new Set(["annotations", "image_attributes", "links", "point_annotations"])
/** A label of one scene has its members at the top. */
const topKeys: ReadonlySet<string> = new Set(["sensors", "frames", ...sceneKeys])
const annotationKeys = new Set(["id", "track_id", "category_id", "attributes", "shape", "points"])
const linkKeys = new Set(["from_id", "to_id", "attributes"])

function* walkSensors(
  text: string,
  sensors: Span,
  visitor: LabelVisitor,
  above: Array<ReadonlyArray<Part>>,
): Generator<void, void> {
  for (const [index, sensor] of readPartsAt(text, sensors, sensorKeys).entries()) {
    const attributes = sensor.members.get("attributes")
    // An unlabeled sensor has an empty list.
    if (attributes === undefined || !isObjectAt(text, attributes[0])) continue
    const type = sensor.members.get("task_type")
    const kind = type !== undefined && text.startsWith('"pointcloud', type[0]) ? "3D" : "2D"
    const members = readMembersAt(text, attributes[0], sequenceKeys)
    const frames = members.get("frames")
    const name = sensor.members.get("name")
    const place = {
      ...whole,
      kind,
      sensor: name === undefined ? "" : text.slice(...name),
      pointer: `/sensors/${index}/attributes`,
    } as const
    if (frames !== undefined) yield* walkFrames(text, frames, place, visitor)
    above.push(readPartsAt(text, members.get("links"), linkKeys))
  }
}

function* walkFrames(
  text: string,
  frames: Span,
  place: ScenePlace,
  visitor: LabelVisitor,
): Generator<void, void> {
  if (!isArrayAt(text, frames[0])) return
  const starts: Array<number> = []
  visitItems(text, frames[0], (at) => {
    starts.push(at)
    return findValueEnd(text, at)
  })
  for (const [frame, at] of starts.entries()) {
    if (!isObjectAt(text, at)) continue
    visitor.scene(readSceneAt(text, at, { ...place, frame, pointer: `${place.pointer}/frames/${frame}` }))
    yield
  }
}

const readSceneAt = (text: string, at: number, place: ScenePlace): Scene => {
  const members = new Map<string, Span>()
  const end = visitMembersAt(text, at, sceneKeys, members)
  return makeScene(text, [at, end], members, place)
}

const makeScene = (text: string, span: Span, members: Members, place: ScenePlace): Scene => {
  const list = members.get("annotations")
  const inside = span[0] + 1
  let annotations: ReadonlyArray<Part> | undefined
  let links: ReadonlyArray<Part> | undefined
  return {
    span,
    inside,
    empty: /^\s*\}/.test(text.slice(inside, inside + 99)),
    ...place,
    imageAttributes: members.get("image_attributes"),
    points: members.get("point_annotations"),
    list,
    get annotations() {
      annotations ??= readPartsAt(text, list, annotationKeys)
      return annotations
    },
    get links() {
      links ??= readPartsAt(text, members.get("links"), linkKeys)
      return links
    },
  }
}

/**
 * Whether two versions of a label differ in one member alone that has nothing to do with its scenes. The texts are walked as far as they
 * differ, and no further.
 */
export const isBesideScenes = (before: string, after: string): boolean => {
  if (!isObjectAt(before, 0) || !isObjectAt(after, 0)) return false
  const common = measureCommonText(before, [0, before.length], after, [0, after.length])
  let isBeside = false
  visitMembers(after, 0, (key, value) => {
    const end = findValueEnd(after, value)
    // The character behind the value belongs to what is equal, for a number ends there only.
    if (end < common.start) return end
    const rest = after.length - end
    isBeside =
      value <= common.start &&
      !topKeys.has(key) &&
      rest <= common.end &&
      before.length - findValueEnd(before, value) === rest
    return after.length
  })
  return isBeside
}

/** Collects the requested members of the object at an offset, and returns the offset behind it. */
const visitMembersAt = (
  text: string,
  at: number,
  keys: ReadonlySet<string>,
  members: Map<string, Span>,
): number =>
  visitMembers(text, at, (key, value) => {
    const end = findValueEnd(text, value)
    if (keys.has(key)) members.set(key, [value, end])
    return end
  })

const readMembersAt = (text: string, at: number, keys: ReadonlySet<string>): Map<string, Span> => {
  const members = new Map<string, Span>()
  visitMembersAt(text, at, keys, members)
  return members
}

/** The annotations of a list that lie within a range, at least in part. Of those before it nothing but the end is read. */
export const readAnnotationsWithin = (text: string, list: Span, range: Span): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  for (let at = findItem(text, list[0] + 1); at < Math.min(range[1], list[1] - 1); ) {
    const end = findValueEnd(text, at)
    if (end > range[0]) parts.push(readPartAt(text, at, end, annotationKeys))
    at = findItem(text, end)
  }
  return parts
}

/** The offset of the next value of a list. */
const findItem = (text: string, start: number): number => {
  let at = start
  while (text.charCodeAt(at) === 0x2c || text.charCodeAt(at) <= 0x20) at += 1
  return at
}

const readPartAt = (text: string, at: number, end: number, keys: ReadonlySet<string>): Part => ({
  span: [at, end],
  members: isObjectAt(text, at) ? readMembersAt(text, at, keys) : nothing,
})

/** The items of an array with the requested members. Items that are no objects have none. */
const readPartsAt = (
  text: string,
  list: Span | undefined,
  keys: ReadonlySet<string>,
): ReadonlyArray<Part> => {
  const parts: Array<Part> = []
  if (list === undefined || !isArrayAt(text, list[0])) return parts
  visitItems(text, list[0], (at) => {
    const end = findValueEnd(text, at)
    parts.push(readPartAt(text, at, end, keys))
    return end
  })
  return parts
}

const nothing: Members = new Map()
