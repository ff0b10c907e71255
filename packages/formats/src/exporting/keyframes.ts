/**
 * Fills the frames between the keyframes of a track: positions, sizes and points linearly, yaw and rotation along the shortest arc.
 * A frame is filled only where the track is missing; what is there stays.
 */
import { mixShapes } from "@annotary/core/check"
import { draw, omitShape } from "../model/exactShapes.ts"
import { interpolateRotation, wrapAngle } from "../model/rotation.ts"
import type { Annotation, Cuboid, Drawing, Frame, Scene, Vector } from "../model/Scene.ts"

export interface Interpolation {
  /** Weighs by the timestamps of the frames where all of them are numbers; otherwise frames count alike. */
  readonly byTimestamps: boolean
}

export const expandKeyframes = (scene: Scene, { byTimestamps }: Interpolation): Scene => {
  if (!scene.isSequence || scene.kind === "image-segmentation" || scene.kind === "cloud-segmentation")
    return scene
  const times = readTimes(scene.frames, byTimestamps)
  const added = scene.frames.map((): Array<Annotation> => [])
  const last = new Map<number, { readonly annotation: Annotation; readonly frame: number }>()
  scene.frames.forEach((frame, at) => {
    for (const annotation of frame.annotations) {
      const { trackId } = annotation
      if (trackId === null) continue
      const before = last.get(trackId)
      if (before?.annotation.isKeyframe && annotation.isKeyframe)
        for (let between = before.frame + 1; between < at; between++) {
          const share = computeShare(times, before.frame, between, at)
          added[between]?.push(interpolate(before.annotation, annotation, share))
        }
      last.set(trackId, { annotation, frame: at })
    }
  })
  return {
    ...scene,
    frames: scene.frames.map((frame, at) => withAdded(frame, added[at] ?? [])),
  }
}

/** The number of frames that `expandKeyframes` would fill. */
export const countGaps = (scene: Scene): number => {
  const count = ({ frames }: Scene) => frames.reduce((sum, { annotations }) => sum + annotations.length, 0)
  return count(expandKeyframes(scene, { byTimestamps: false })) - count(scene)
}

/** Ids are unique in a frame. */
const withAdded = (frame: Frame, added: ReadonlyArray<Annotation>): Frame => {
  if (added.length === 0) return frame
  const taken = new Set(frame.annotations.map(({ id }) => id))
  let free = Math.max(0, ...taken)
  const numbered = added.map((annotation) => {
    const id = taken.has(annotation.id) ? ++free : annotation.id
    taken.add(id)
    return { ...annotation, id }
  })
  return { ...frame, annotations: [...frame.annotations, ...numbered] }
}

/** Differences of nanoseconds are exact in a bigint, and small enough for a number afterwards. */
const readTimes = (frames: ReadonlyArray<Frame>, byTimestamps: boolean): ReadonlyArray<number> | null => {
  const first = frames[0]?.timestamp
  if (!byTimestamps || first == null) return null
  const times = frames.map(({ timestamp }) =>
    timestamp === null
      ? Number.NaN
      : /^\d+$/.test(timestamp) && /^\d+$/.test(first)
        ? Number(BigInt(timestamp) - BigInt(first))
        : Number(timestamp) - Number(first),
  )
  const isRising = times.every((time, i) => i === 0 || time > (times[i - 1] ?? Number.NaN))
  return isRising ? times : null
}

const computeShare = (times: ReadonlyArray<number> | null, from: number, at: number, to: number): number => {
  const getTime = (frame: number) => times?.[frame] ?? frame
  return (getTime(at) - getTime(from)) / (getTime(to) - getTime(from))
}

/** The annotation between two keyframes, at a share of the way from the first. It has the attributes of the first. */
export const interpolate = (from: Annotation, to: Annotation, share: number): Annotation => {
  const base = { ...from, isKeyframe: false }
  if (base.type === "cuboid" && to.type === "cuboid")
    return { ...base, ...interpolateCuboid(base, to, share) }
  if ("points" in base && "points" in to) return { ...base, ...interpolateDrawing(base, to, share) }
  return base
}

/** A shape that becomes another one on the way stays as in the keyframe before. */
const interpolateDrawing = (from: Drawing, to: Drawing, share: number): Drawing => {
  if (from.shape === undefined && to.shape === undefined)
    return { ...from, points: interpolatePoints(from, to, share) }
  if (from.shape === undefined || from.shape.type !== to.shape?.type) return from
  return { ...omitShape(from), ...draw(mixShapes(from.shape, to.shape, share)) }
}

const interpolateNumber = (from: number, to: number, share: number): number => from + (to - from) * share

const interpolateVector = (from: Vector, to: Vector, share: number): Vector => ({
  x: interpolateNumber(from.x, to.x, share),
  y: interpolateNumber(from.y, to.y, share),
  z: interpolateNumber(from.z, to.z, share),
})

const interpolateCuboid = (from: Cuboid, to: Cuboid, share: number) => ({
  position: interpolateVector(from.position, to.position, share),
  dimensions: interpolateVector(from.dimensions, to.dimensions, share),
  yaw: wrapAngle(from.yaw + wrapAngle(to.yaw - from.yaw) * share),
  rotation: from.rotation && to.rotation ? interpolateRotation(from.rotation, to.rotation, share) : null,
})

/** A shape whose number of points changes keeps the points of the keyframe before. */
const interpolatePoints = (from: Drawing, to: Drawing, share: number): Drawing["points"] =>
  from.points.length !== to.points.length
    ? from.points
    : from.points.map((point, i) =>
        point.map((value, j) => interpolateNumber(value, to.points[i]?.[j] ?? value, share)),
      )
