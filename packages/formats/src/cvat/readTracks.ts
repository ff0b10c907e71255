/** The tracks of a CVAT file "for video": one shape that cannot be read loses only the frames around it. */
import { PartReader } from "../files/PartReader.ts"
import type { XmlElement } from "../files/xml.ts"
import type { Category } from "../model/Dataset.ts"
import type { Placed } from "./readImages.ts"
import { readZOrder } from "./readImages.ts"
import type { CvatReading, Document } from "./reading.ts"
import type { Meta } from "./readMeta.ts"
import { readAttributes, readShape, type Shape } from "./readShape.ts"

export interface VideoTracks {
  readonly tracks: ReadonlyArray<XmlElement>
  /** Whether the frames are listed: then their numbers are places in the list. */
  readonly hasImages: boolean
}

/** A shape of a track at a place among the frames, which is not whole for a frame that the video does not have. */
interface TrackShape {
  readonly element: XmlElement
  readonly frame: number
  /** "outside" where the object is not seen, "lost" where the shape cannot be read. */
  readonly shape: Shape | "outside" | "lost"
}

interface ShownShape {
  readonly element: XmlElement
  readonly frame: number
  readonly shape: Shape
  /** The frame of the shape at which the object returns, where it is not seen or its shape is lost right after this one. */
  readonly returnsAt: number | undefined
}

interface Track {
  readonly element: XmlElement
  readonly trackId: number
  readonly category: Category
  readonly shapes: ReadonlyArray<ShownShape>
}

/** Puts the shapes of the tracks into the frames. */
export const readTracks = (
  { hasImages, tracks }: VideoTracks,
  { meta }: Document,
  reading: CvatReading,
  frames: ReadonlyArray<Array<Placed>>,
): void => {
  const { isSegmentation, losses } = reading
  const numbering = hasImages ? { ...meta.frames, start: 0, step: 1 } : meta.frames
  const parts = new PartReader(losses)
  const all = tracks.flatMap(
    (track) => readTrack(track, { numbering, count: frames.length }, reading, parts) ?? [],
  )
  const seenFrames = new Set(
    all.flatMap(({ shapes, trackId }) => shapes.map(({ frame }) => `${trackId} ${frame}`)),
  )
  const isSeenBetween = (id: number, from: number, to: number): boolean => {
    for (let frame = from; frame < to; frame++) if (seenFrames.has(`${id} ${frame}`)) return true
    return false
  }
  for (const { category, element: track, shapes, trackId } of all)
    for (const { element, frame, returnsAt, shape } of shapes) {
      // Annotary fills the frames between two keyframes; here the object is outside in them, or its shape is lost.
      const isInterrupted =
        isKeyframe(element) &&
        !isSegmentation &&
        returnsAt !== undefined &&
        !isSeenBetween(trackId, frame + 1, Math.min(returnsAt, frames.length))
      const values = [...track.all("attribute"), ...element.all("attribute")]
      frames[frame]?.push({
        shape,
        order: readZOrder(element, losses),
        common: {
          categoryId: category.id,
          trackId,
          isKeyframe: isKeyframe(element) && !isInterrupted,
          attributes: readAttributes(values, element, category.attributes, losses, track),
        },
        place: element.place,
      })
      if (isInterrupted) losses.add("keyframes", element.place)
    }
}

interface Frames {
  readonly numbering: Meta["frames"]
  readonly count: number
}

const readTrack = (
  element: XmlElement,
  frames: Frames,
  { category, limits, losses }: CvatReading,
  parts: PartReader,
): Track | undefined =>
  parts.read(() => {
    const own = category(element.attribute("label"), element)
    const read = (shape: XmlElement) => readShape(shape, own.skeleton, losses, limits)
    return {
      element,
      trackId: element.whole("id"),
      category: own,
      shapes: listShown(listShapes(element, frames, read, parts)),
    }
  })

/** The shapes in the order of their frames. One whose frame cannot be read stands behind the shape before it in the file. */
const listShapes = (
  track: XmlElement,
  { count, numbering: { start, step } }: Frames,
  read: (shape: XmlElement) => Shape | undefined,
  parts: PartReader,
): ReadonlyArray<TrackShape> => {
  const shapes = new Map<number, TrackShape>()
  let last = -1
  for (const element of track.children) {
    if (element.name === "attribute") continue
    const number = parts.read(() => element.whole("frame"))
    const frame = number === undefined ? last + 0.5 : (number - start) / step
    if (number !== undefined) last = frame
    const before = shapes.get(frame)
    const shape =
      number === undefined
        ? "lost"
        : isOutside(element) && !(before !== undefined && isShown(before))
          ? "outside"
          : (parts.read(() => {
              if (!Number.isInteger(frame) || frame < 0 || frame >= count)
                element.fail(`frame ${number} is not in the video.`)
              if (before !== undefined && isShown(before))
                element.fail(`the track has frame ${number} twice.`)
              return read(element)
            }) ?? "lost")
    // CVAT computes the shapes between keyframes, and so does Annotary.
    if (shape === "lost" && (before !== undefined || !isKeyframe(element))) continue
    if (shape !== "outside" || before === undefined) shapes.set(frame, { element, frame, shape })
  }
  return [...shapes.values()].sort((a, b) => a.frame - b.frame)
}

const listShown = (shapes: ReadonlyArray<TrackShape>): ReadonlyArray<ShownShape> =>
  shapes.flatMap(({ element, frame, shape }, index) => {
    if (typeof shape === "string") return []
    const next = shapes[index + 1]
    const isGone = next !== undefined && !isShown(next)
    const after = isGone ? findReturn(shapes, index + 2) : undefined
    const returns = after !== undefined && isKeyframe(after.element) && after.frame > frame + 1
    return [{ element, frame, shape, returnsAt: returns ? after.frame : undefined }]
  })

const isShown = ({ shape }: TrackShape): boolean => typeof shape !== "string"

/** The first shape from a place on in which the object is seen. */
const findReturn = (shapes: ReadonlyArray<TrackShape>, from: number): TrackShape | undefined => {
  for (let at = from; at < shapes.length; at++) {
    const shape = shapes[at]
    if (shape !== undefined && isShown(shape)) return shape
  }
  return undefined
}

/** Our writer marks shapes that are keyframes for CVAT alone. */
const isKeyframe = (element: XmlElement): boolean =>
  element.optional("keyframe") !== "0" && element.optional("annotary_keyframe") !== "0"

/** A skeleton is outside when all its points are. */
const isOutside = (element: XmlElement): boolean =>
  element.name === "skeleton" && element.optional("outside") === undefined
    ? element.all("points").length > 0 && element.all("points").every(isOutside)
    : element.optional("outside") === "1"
