import type { Frame } from "../model/Scene.ts"

/**
 * The frames of a video in which each object without a track has a separate one, whose number no other object of the video has. Its place in the
 * image, by which annotations are numbered, says nothing about other images.
 */
export const addMissingTracks = (frames: ReadonlyArray<Frame>): ReadonlyArray<Frame> => {
  const annotations = frames.flatMap((frame) => frame.annotations)
  if (annotations.every(({ trackId }) => trackId !== null)) return frames
  const taken = new Set(annotations.map(({ trackId }) => trackId))
  let last = 0
  const findFree = (): number => {
    do last += 1
    while (taken.has(last))
    return last
  }
  return frames.map((frame) => ({
    ...frame,
    annotations: frame.annotations.map((annotation) =>
      annotation.trackId === null ? { ...annotation, trackId: findFree() } : annotation,
    ),
  }))
}
