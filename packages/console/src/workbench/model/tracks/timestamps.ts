/** The times of frames, when the dataset interpolates by them. */
import { type Json, NumberText, toObjects } from "../json/value.ts"

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
