/**
 * Tracks of a video: keyframes with `enabled`, numbered from 1. Between keyframes a box moves linearly; after one that is not enabled the object
 * is not there, and after the last one it stays to the end.
 */

import type { Losses } from "../carry/Losses.ts"
import { interpolate } from "../exporting/keyframes.ts"
import { mapInSlices } from "../files/inSlices.ts"
import { checkLimit } from "../files/limits.ts"
import type { Node } from "../files/Node.ts"
import { PartReader } from "../files/PartReader.ts"
import { compareNaturally, getBaseName, stripEnding, stripQuery } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { emptyFrame } from "../model/empty.ts"
import type { Annotation, Attributes, Frame, Size } from "../model/Scene.ts"
import type { Reading } from "./reading.ts"
import { failWithoutSize, type Geometry, readRectangle } from "./readShape.ts"
import { type Group, getLabel, readAttributes } from "./results.ts"

export interface Video {
  readonly groups: ReadonlyArray<Group>
  /** The frames in their order. */
  readonly images: ReadonlyArray<string>
  /** That of the frames: shapes are in percents. */
  readonly size: Size | null
  /** Of the task. */
  readonly attributes: Attributes
}

export const readVideoFrames = async (
  task: Node,
  { attributes, groups, images, size }: Video,
  reading: Reading,
): Promise<ReadonlyArray<Frame>> => {
  const frames = images.map((): Array<Annotation> => [])
  const parts = new PartReader(reading.losses)
  let trackId = 0
  let objects = 0
  for (const group of groups) {
    if (group.isRelation) reading.losses.add("links", group.results[0]?.place ?? task.place)
    if (group.shape === undefined) continue
    const label = getLabel(group)
    if (label === undefined) {
      reading.losses.add("shapes", group.shape.place)
      continue
    }
    trackId += 1
    const own = readAttributes(group, reading.config, reading.losses)
    // A track may be in every frame.
    checkLimit(
      reading.limits,
      "objects",
      objects + images.length,
      group.shape,
      "the number of boxes in all frames up to this track",
    )
    const { shape: result } = group
    const boxes =
      parts.read(() => readKeyBoxes(result, images.length, size ?? failWithoutSize(result), reading)) ?? []
    for (const { frame, isKeyframe, shape } of boxes) {
      objects += 1
      const target = frames[frame]
      target?.push({
        ...shape,
        id: target.length + 1,
        categoryId: reading.numbers.of(label),
        trackId,
        isKeyframe,
        attributes: own,
      })
    }
  }
  const sizes = await mapInSlices(images, (url) => resolveFrameSize(url, size, reading))
  return images.map((url, index) => ({
    ...emptyFrame,
    image: { url, size: sizes[index] ?? null },
    attributes: index === 0 ? attributes : {},
    annotations: frames[index] ?? [],
  }))
}

/** Boxes are in pixels of the size of the video: an image of another size is counted as one whose record states that. */
const resolveFrameSize = async (
  url: string,
  size: Size | null,
  { sizeOf }: Reading,
): Promise<Size | null> => {
  if (size?.isMeasured !== true) return size
  const own = await sizeOf(url)
  const { height, width } = size
  return own === null || (own.width === width && own.height === height) ? size : { width, height }
}

/** The frames of a video are images in a folder that has the name of the video. */
export const listVideoImages = (
  task: Node,
  video: string,
  path: string,
  source: Source,
): { readonly folder: string; readonly images: ReadonlyArray<string> } => {
  const stem = stripEnding(stripQuery(video).replace(/^[a-z]+:\/\/[^/]*\//i, ""))
  const name = getBaseName(stem)
  // Uploads have eight random digits in front of their names.
  const short = name.replace(/^[0-9a-f]{8}-/, "")
  const beside = path.slice(0, path.lastIndexOf("/") + 1)
  const folders = [
    stem,
    ...[name, short].flatMap((one) => [`${beside}${one}`, `${beside}images/${one}`, one]),
  ]
  for (const folder of folders) {
    const images = source.paths.filter((one) => one.startsWith(`${folder}/`) && isImage(one))
    if (images.length > 0) return { folder, images: images.sort(compareNaturally) }
  }
  return task
    .at("data")
    .fail(`is of a video: put its frames as images into the folder ${JSON.stringify(`${beside}${short}/`)}.`)
}

const isImage = (path: string): boolean => /\.(jpe?g|png|webp|bmp|gif|tiff?)$/i.test(path)

interface Keyframe {
  readonly frame: number
  readonly isEnabled: boolean
  readonly node: Node
  /** Undefined where it cannot be read. */
  readonly shape: Geometry | undefined
}

interface Box {
  readonly frame: number
  readonly isKeyframe: boolean
  readonly shape: Geometry
}

const readKeyBoxes = (result: Node, count: number, size: Size, { losses }: Reading): ReadonlyArray<Box> => {
  const keyframes = readKeyframes(result, count, size, losses)
  return keyframes.flatMap(({ frame, isEnabled, node, shape }, index) => {
    if (shape === undefined) return []
    const next = keyframes[index + 1]
    const isLost = next !== undefined && next.shape === undefined
    // Annotary would fill the frames up to the next keyframe.
    const isInterrupted = next !== undefined && (!isEnabled || isLost)
    if (isInterrupted) losses.add("keyframes", node.place)
    const end = isEnabled && !isLost ? (next?.frame ?? count) : frame + 1
    const after = next?.shape ?? shape
    const between = Array.from({ length: Math.max(0, end - frame - 1) }, (_, i): Box => {
      const share = next === undefined ? 0 : (1 + i) / (next.frame - frame)
      return { frame: frame + 1 + i, isKeyframe: false, shape: interpolateGeometry(shape, after, share) }
    })
    return [{ frame, isKeyframe: !isInterrupted, shape }, ...between]
  })
}

/** In the order of their frames. One whose frame cannot be read stands behind the one before it in the list. */
const readKeyframes = (result: Node, count: number, size: Size, losses: Losses): ReadonlyArray<Keyframe> => {
  const parts = new PartReader(losses)
  const keyframes = new Map<number, Keyframe>()
  let last = -1
  for (const node of result.at("value").at("sequence").items()) {
    const frame = parts.read(() => readFrameNumber(node, count)) ?? last + 0.5
    last = Math.floor(frame)
    const shape = parts.read(() => {
      if (!Number.isInteger(frame)) return undefined
      if (keyframes.has(frame)) node.at("frame").fail("is in the sequence twice.")
      return readRectangle(node, size)
    })
    if (!keyframes.has(frame))
      keyframes.set(frame, { frame, isEnabled: shape === undefined || isEnabled(node), node, shape })
  }
  return [...keyframes.values()].sort((a, b) => a.frame - b.frame)
}

const isEnabled = (keyframe: Node): boolean => keyframe.at("enabled").value !== false

const readFrameNumber = (keyframe: Node, count: number): number => {
  const frame = keyframe.at("frame").whole() - 1
  if (frame < 0 || frame >= count)
    keyframe.at("frame").fail(`is not in the video, which has ${count} frames.`)
  return frame
}

/** A box that begins or ends to be rotated keeps its shape until the next keyframe. */
const interpolateGeometry = (from: Geometry, to: Geometry, share: number): Geometry => {
  const common = { id: 0, categoryId: 0, trackId: 0, isKeyframe: true, attributes: {} }
  const between = interpolate({ ...common, ...from }, { ...common, ...to }, share)
  if (from.type !== to.type || !("points" in between)) return from
  const { points, shape, type } = between
  return { type, points, ...(shape !== undefined && { shape }) }
}
