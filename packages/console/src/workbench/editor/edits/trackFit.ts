/** Fitting whole tracks: each keyframe to the points of its frame, or all of them with one size. */
import type { SearchedCloud } from "../../clouds/octree.ts"
import { type FitLimits, fitCuboid } from "../../geometry/space/fit/fit.ts"
import type { Vector } from "../../geometry/space/vector.ts"
import { type EditorState, getLabel } from "../EditorState.ts"
import type { JsonObject } from "../json/value.ts"
import type { Annotation } from "../label/annotation.ts"
import { type Cuboid, parseCuboid } from "../label/cuboids/cuboid.ts"
import { withCuboidSource } from "../label/cuboids/cuboidSource.ts"
import { withCuboid } from "../label/cuboids/cuboids.ts"
import { findAnnotation, listAnnotationsOfKey } from "../label/frames.ts"
import { withEdited } from "../label/objects.ts"
import { applyLocks, findLocks } from "./cuboidEdits.ts"
import { applyEdit, type Setting } from "./edit.ts"

/** A keyframe, with the points around its cuboid. */
export interface Seen {
  readonly frame: number
  readonly annotation: Annotation
  readonly cuboid: Cuboid
  readonly points: SearchedCloud
}

/** The result for a keyframe. */
export interface Fit {
  readonly frame: number
  /** The annotation that was fitted: a frame that somebody has edited since stays. */
  readonly before: JsonObject
  readonly cuboid: Cuboid
}

export interface TrackFit {
  readonly fits: ReadonlyArray<Fit>
  /** The size of the whole track, where it gets one. */
  readonly size: Vector | undefined
}

/** Each keyframe fitted by itself. Those with too few points have no fit. */
export const fitEach = (seen: ReadonlyArray<Seen>, limits: FitLimits): TrackFit => ({
  fits: listFits(seen, limits),
  size: undefined,
})

/**
 * One size for all keyframes: along each axis the median of what the fits have found. Then each cuboid of that size is put where its
 * points are.
 */
export const fitOneSize = (seen: ReadonlyArray<Seen>, limits: FitLimits): TrackFit => {
  const fits = listFits(seen, limits)
  if (fits.length === 0) return { fits: [], size: undefined }
  const size: Vector = [computeMedian(fits, 0), computeMedian(fits, 1), computeMedian(fits, 2)]
  const byFrame = new Map(fits.map(({ cuboid, frame }) => [frame, cuboid]))
  const sized = seen.map((one) => ({
    ...one,
    cuboid: withSize(byFrame.get(one.frame) ?? one.cuboid, size),
  }))
  const placed = new Map(listFits(sized, { ...limits, resizes: false }).map((fit) => [fit.frame, fit]))
  return {
    size,
    fits: sized.map(
      ({ annotation, cuboid, frame }) => placed.get(frame) ?? { frame, before: annotation.source, cuboid },
    ),
  }
}

const listFits = (seen: ReadonlyArray<Seen>, limits: FitLimits): ReadonlyArray<Fit> =>
  seen.flatMap(({ annotation, cuboid, frame, points }) => {
    const fit = fitCuboid(points, cuboid, limits)
    return fit === undefined ? [] : [{ frame, before: annotation.source, cuboid: fit }]
  })

const computeMedian = (fits: ReadonlyArray<Fit>, axis: 0 | 1 | 2): number => {
  const values = fits.map(({ cuboid }) => cuboid.dimensions[axis]).sort((a, b) => a - b)
  return values[Math.floor(values.length / 2)] ?? 0
}

/** The cuboid with another size. It stays on the ground. */
const withSize = (cuboid: Cuboid, dimensions: Vector): Cuboid => {
  const [x, y, z] = cuboid.position
  return { ...cuboid, dimensions, position: [x, y, z + (dimensions[2] - cuboid.dimensions[2]) / 2] }
}

/** The state with the fits of a track, as one step. */
export const withTrackFit = (
  state: EditorState,
  key: string,
  { fits, size }: TrackFit,
  { configuration, tracks }: Setting,
): EditorState => {
  if (state.locked.has(key)) return state
  let label = getLabel(state)
  for (const { before, cuboid, frame } of fits) {
    const annotation = findAnnotation(label, frame, key)
    const now = annotation && parseCuboid(annotation.source)
    if (annotation === undefined || now === undefined || annotation.source !== before) continue
    const locks = findLocks(configuration, annotation.categoryId)
    label = withCuboid(label, frame, key, applyLocks(now, cuboid, locks), tracks)
  }
  if (size !== undefined) label = withOneSize(label, key, size)
  return applyEdit(state, size === undefined ? "fitTrack" : "sizeTrack", label)
}

/** Frames that are not between keyframes get the size too. */
const withOneSize = (label: JsonObject, key: string, size: Vector): JsonObject => {
  let sized = label
  for (const [frame, { source }] of listAnnotationsOfKey(label, key)) {
    const cuboid = parseCuboid(source)
    if (cuboid !== undefined)
      sized = withEdited(sized, frame, key, () => withCuboidSource(source, withSize(cuboid, size)))
  }
  return sized
}
