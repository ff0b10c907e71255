/** Which frames the batch view shows. */
import type { Annotation } from "../../../model/document/annotation.ts"

/** Every so many frames, or the keyframes of the track. */
export type BatchFrames = "1" | "2" | "5" | "10" | "keyframes"

/** All frames that can be shown, in order. A track without keyframes is shown in all of its frames. */
export const batchFrames = (
  choice: BatchFrames,
  track: ReadonlyMap<number, Annotation>,
  count: number,
): ReadonlyArray<number> => {
  if (choice !== "keyframes") {
    const step = Number(choice)
    return Array.from({ length: Math.ceil(count / step) }, (_, index) => index * step)
  }
  const keyframes = [...track].filter(([, { isKeyframe }]) => isKeyframe).map(([frame]) => frame)
  return keyframes.length > 0 ? keyframes : [...track.keys()]
}

/** The page of frames with the shown one, or with the one before it. */
export const computePage = (
  candidates: ReadonlyArray<number>,
  frame: number,
  count: number,
): ReadonlyArray<number> => {
  const at = Math.max(
    candidates.findLastIndex((one) => one <= frame),
    0,
  )
  const start = Math.min(Math.floor(at / count) * count, Math.max(candidates.length - count, 0))
  return candidates.slice(start, start + count)
}

/** The frame of the track that is nearest to another one: of two, the earlier. */
export const findNearestFrame = (track: ReadonlyMap<number, unknown>, frame: number): number | undefined => {
  let nearest: number | undefined
  for (const keyframe of track.keys())
    if (nearest === undefined || Math.abs(keyframe - frame) < Math.abs(nearest - frame)) nearest = keyframe
  return nearest
}
