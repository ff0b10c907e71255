/** The shape of a track between two of its keyframes. */
import { type Points, roundPoint } from "../../../geometry/point.ts"
import { type Json, NumberText, toObjects } from "../../json/value.ts"

/**
 * The points at a share of the way from one keyframe to the next, from 0 to 1. Shapes with different numbers of
 * points have no shape between them: the earlier one stays until the later one.
 */
export const interpolatePoints = (from: Points, to: Points, share: number): Points => {
  if (from.length !== to.length) return from
  return from.map(([x, y], index) => {
    const [toX, toY] = to[index] ?? [x, y]
    return roundPoint([x + (toX - x) * share, y + (toY - y) * share])
  })
}

/** The share of the way that a frame is from one to another: by index, or by time where there are times. */
export const computeShare = (
  frame: number,
  from: number,
  to: number,
  times: ReadonlyArray<number> | undefined,
): number => {
  const [start, end, at] = times === undefined ? [from, to, frame] : [times[from], times[to], times[frame]]
  if (start === undefined || end === undefined || at === undefined || !(end > start))
    return (frame - from) / (to - from)
  return Math.min(1, Math.max(0, (at - start) / (end - start)))
}

/** Whether both have the same points. */
export const isSamePoints = (a: Points, b: Points): boolean =>
  a.length === b.length && a.every(([x, y], index) => b[index]?.[0] === x && b[index]?.[1] === y)

/**
 * The times of the frames of a sample, relative to the first, so that a double holds nanoseconds exactly enough.
 * Undefined unless every frame has one and they increase.
 */
export const readTimes = (frames: Json | undefined): ReadonlyArray<number> | undefined => {
  const times = toObjects(frames).map(({ timestamp }) => readWholeNumber(timestamp))
  const [first] = times
  if (first === undefined) return undefined
  const relative: Array<number> = []
  for (const time of times) {
    if (time === undefined) return undefined
    const since = Number(time - first) / scale
    if (since < (relative.at(-1) ?? 0)) return undefined
    relative.push(since)
  }
  return relative
}

/** Fractions of a timestamp are kept to this many parts. */
const scale = 1e6

const readWholeNumber = (timestamp: Json | undefined): bigint | undefined => {
  const text = timestamp instanceof NumberText ? timestamp.text : String(timestamp ?? "")
  const match = /^(-?\d+)(?:\.(\d+))?$/.exec(text.trim())
  if (match === null) return undefined
  const [, whole = "0", fraction = ""] = match
  return BigInt(`${whole}${fraction.slice(0, 6).padEnd(6, "0")}`)
}
