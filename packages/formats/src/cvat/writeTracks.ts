/** Tracks of CVAT: one element per object, with a shape for each frame in which it is. A shape with `outside` ends it. */
import type { Losses } from "../carry/Losses.ts"
import { interpolate } from "../exporting/keyframes.ts"
import { formatXmlElement } from "../files/xml.ts"
import { isShapeMask } from "../masks/shapeMask.ts"
import { findShape } from "../model/exactShapes.ts"
import type { Annotation, Scene } from "../model/Scene.ts"
import type { Crop } from "./masks.ts"
import { formatShape, toShapeProperties } from "./writeShape.ts"

interface Seen {
  readonly annotation: Annotation
  readonly frame: number
  /** The position in the frame, which the order of drawing keeps. */
  readonly order: number
  /** The annotation of the same object before this one, in whichever element. */
  readonly before: Seen | undefined
}

interface Track {
  readonly id: number
  readonly categoryId: number
  readonly seen: Array<Seen>
}

type Crops = ReadonlyArray<ReadonlyMap<number, Crop>>

/** Masks are not interpolated. */
const getTrackType = (annotation: Annotation): string => {
  if (isShapeMask(annotation)) return "segment"
  const shape = "shape" in annotation ? annotation.shape?.type : undefined
  // A box of CVAT may be rotated.
  return shape === undefined || shape === "multipolygon"
    ? annotation.type
    : shape === "rotated_box"
      ? "bbox"
      : shape
}

/** The group and the source, which a track has once: those of its first shape. */
const trackProperties = ({ seen: [first] }: Track) =>
  first === undefined ? {} : toShapeProperties(first.annotation, {})

export const trackElements = (
  scene: Scene,
  nameOf: (id: number) => string,
  crops: Crops,
  losses: Losses,
): ReadonlyArray<string> =>
  collectTracks(scene).map((track) => {
    const formatTrackShape = (seen: Seen, at: number, outside: 0 | 1): string => {
      const { annotation, frame, order } = seen
      const isForced = outside === 0 && !annotation.isKeyframe && !isInterpolated(seen, track.seen)
      const keyframe = outside === 1 || annotation.isKeyframe || isForced ? 1 : 0
      const place = { frame: at, keyframe, outside, z_order: order, ...(isForced && ownMark) }
      const element = formatShape(annotation, place, crops[frame]?.get(annotation.id))
      if (element === undefined && outside === 0)
        losses.add("shapes", `${scene.name}, frame ${frame}: ${annotation.type} ${annotation.id}`)
      return element ?? ""
    }
    const last = track.seen.at(-1)
    const shapes = track.seen.flatMap((one, index) => {
      const before = track.seen[index - 1]
      const ended =
        before !== undefined && isEndedBefore(before, one)
          ? [formatTrackShape(before, before.frame + 1, 1)]
          : []
      return [...ended, formatTrackShape(one, one.frame, 0)]
    })
    if (last !== undefined && last.frame + 1 < scene.frames.length)
      shapes.push(formatTrackShape(last, last.frame + 1, 1))
    const { categoryId, id } = track
    const head = { id, label: nameOf(categoryId), source: "manual", ...trackProperties(track) }
    return formatXmlElement("track", head, shapes.join(""))
  })

/** CVAT ignores it; our reader knows by it that the shape was none of our keyframes. */
const ownMark = { annotary_keyframe: 0 }

/**
 * Whether CVAT gets this shape by interpolation: its importer keeps keyframes alone, and all between them is computed anew, with the attributes
 * of the keyframe before. Other shapes are written as keyframes.
 */
const isInterpolated = (seen: Seen, all: ReadonlyArray<Seen>): boolean => {
  const at = all.indexOf(seen)
  let [before, after] = [at - 1, at + 1]
  while (all[before]?.annotation.isKeyframe === false && isNext(all[before], all[before + 1])) before -= 1
  while (all[after]?.annotation.isKeyframe === false && isNext(all[after - 1], all[after])) after += 1
  const [from, to] = [all[before], all[after]]
  if (from === undefined || to === undefined || !isNext(from, all[before + 1]) || !isNext(all[after - 1], to))
    return false
  if (!from.annotation.isKeyframe || !to.annotation.isKeyframe || getTrackType(seen.annotation) === "segment")
    return false
  const share = (seen.frame - from.frame) / (to.frame - from.frame)
  return isSame(interpolate(from.annotation, to.annotation, share), seen.annotation)
}

/** Whether a shape follows in the next frame. */
const isNext = (one: Seen | undefined, next: Seen | undefined): boolean =>
  one !== undefined && next !== undefined && next.frame === one.frame + 1

/** CVAT has two decimals. */
const tolerance = 0.005

const isSame = (a: Annotation, b: Annotation): boolean =>
  "points" in a &&
  "points" in b &&
  a.points.length === b.points.length &&
  a.points.every((point, i) =>
    point.every((value, j) => Math.abs(value - (b.points[i]?.[j] ?? Number.NaN)) <= tolerance),
  ) &&
  JSON.stringify(a.attributes) === JSON.stringify(b.attributes) &&
  formatVisibilities(a) === formatVisibilities(b)

const formatVisibilities = (annotation: Annotation): string =>
  findShape(annotation, "skeleton")
    ?.joints.map(({ visibility }) => visibility)
    .join() ?? ""

/** Between two keyframes of an object CVAT interpolates, as Annotary does. In any other gap the object is not there. */
const isEndedBefore = (before: Seen, one: Seen): boolean =>
  one.frame > before.frame + 1 &&
  !(
    one.before === before &&
    one.annotation.isKeyframe &&
    before.annotation.isKeyframe &&
    getTrackType(one.annotation) !== "segment"
  )

/** A track of CVAT has one label and one type of shape: an object that changes them has several elements of the same id. */
const collectTracks = ({ frames }: Scene): ReadonlyArray<Track> => {
  const tracks: Array<Track> = []
  const byKey = new Map<string, Array<Track>>()
  const last = new Map<number, Seen>()
  for (const [frame, { annotations }] of frames.entries())
    for (const [order, annotation] of annotations.entries()) {
      const { categoryId } = annotation
      const id = annotation.trackId ?? annotation.id
      const seen: Seen = { annotation, frame, order, before: last.get(id) }
      last.set(id, seen)
      const key = `${id} ${categoryId} ${getTrackType(annotation)}`
      const shapes = byKey.get(key) ?? []
      byKey.set(key, shapes)
      const open = shapes.find((track) => (track.seen.at(-1)?.frame ?? -1) < frame)
      if (open !== undefined) open.seen.push(seen)
      else {
        const track = { id, categoryId, seen: [seen] }
        shapes.push(track)
        tracks.push(track)
      }
    }
  return tracks
}
