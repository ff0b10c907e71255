/** Tracks of CVAT: one element per object, with a shape for each frame in which it is. A shape with `outside` ends it. */
import type { Losses } from "../carry/Losses.ts"
import { xmlElement } from "../files/xml.ts"
import { isShapeMask } from "../masks/shapeMask.ts"
import type { Annotation, Scene } from "../model/Scene.ts"
import type { Crop } from "./masks.ts"
import { shapeElement } from "./writeShape.ts"

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
const typeOf = (annotation: Annotation): Annotation["type"] =>
  isShapeMask(annotation) ? "segment" : annotation.type

export const trackElements = (
  scene: Scene,
  nameOf: (id: number) => string,
  crops: Crops,
  losses: Losses,
): ReadonlyArray<string> =>
  tracksOf(scene).map((track) => {
    const shape = ({ annotation, frame, order }: Seen, at: number, outside: 0 | 1): string => {
      const keyframe = outside === 1 || annotation.isKeyframe ? 1 : 0
      const place = { frame: at, keyframe, outside, z_order: order }
      const element = shapeElement(annotation, place, crops[frame]?.get(annotation.id))
      if (element === undefined && outside === 0)
        losses.add("shapes", `${scene.name}, frame ${frame}: ${annotation.type} ${annotation.id}`)
      return element ?? ""
    }
    const last = track.seen.at(-1)
    const shapes = track.seen.flatMap((one, index) => {
      const before = track.seen[index - 1]
      const ended =
        before !== undefined && endsBefore(before, one) ? [shape(before, before.frame + 1, 1)] : []
      return [...ended, shape(one, one.frame, 0)]
    })
    if (last !== undefined && last.frame + 1 < scene.frames.length)
      shapes.push(shape(last, last.frame + 1, 1))
    const { categoryId, id } = track
    return xmlElement("track", { id, label: nameOf(categoryId), source: "manual" }, shapes.join(""))
  })

/** Between two keyframes of an object CVAT interpolates, as Annotary does. In any other gap the object is not there. */
const endsBefore = (before: Seen, one: Seen): boolean =>
  one.frame > before.frame + 1 &&
  !(
    one.before === before &&
    one.annotation.isKeyframe &&
    before.annotation.isKeyframe &&
    typeOf(one.annotation) !== "segment"
  )

/** A track of CVAT has one label and one type of shape: an object that changes them has several elements of the same id. */
const tracksOf = ({ frames }: Scene): ReadonlyArray<Track> => {
  const tracks: Array<Track> = []
  const byKey = new Map<string, Array<Track>>()
  const last = new Map<number, Seen>()
  for (const [frame, { annotations }] of frames.entries())
    for (const [order, annotation] of annotations.entries()) {
      const { categoryId } = annotation
      const id = annotation.trackId ?? annotation.id
      const seen: Seen = { annotation, frame, order, before: last.get(id) }
      last.set(id, seen)
      const key = `${id} ${categoryId} ${typeOf(annotation)}`
      const known = byKey.get(key) ?? []
      byKey.set(key, known)
      const open = known.find((track) => (track.seen.at(-1)?.frame ?? -1) < frame)
      if (open !== undefined) open.seen.push(seen)
      else {
        const track = { id, categoryId, seen: [seen] }
        known.push(track)
        tracks.push(track)
      }
    }
  return tracks
}
