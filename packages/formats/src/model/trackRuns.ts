/**
 * Runs of a track: the frames in a row in which its object is. Annotary fills the frames between two keyframes of a track, so that the last
 * annotation of a run must be no keyframe where the object returns later.
 */
import type { Annotation, Frame, Scene } from "./Scene.ts"

/** Marks the ends of runs, for files that have an object in every frame in which it is and no keyframes. */
export const endRunsBeforeGaps = (scene: Scene): Scene => setRunEnds(scene, false)

/** Takes those marks away again, for formats whose frames say the same: they lose nothing by it. */
export const openRunsBeforeGaps = (scene: Scene): Scene => setRunEnds(scene, true)

const setRunEnds = (scene: Scene, isKeyframe: boolean): Scene => {
  if (!scene.isSequence || scene.kind === "image-segmentation" || scene.kind === "cloud-segmentation")
    return scene
  const ends = findEndsBeforeGaps(scene.frames)
  if (ends.size === 0) return scene
  const end = (one: Annotation): Annotation => (ends.has(one) ? { ...one, isKeyframe } : one)
  return {
    ...scene,
    frames: scene.frames.map((frame) => ({ ...frame, annotations: frame.annotations.map(end) })),
  }
}

const findEndsBeforeGaps = (frames: ReadonlyArray<Frame>): ReadonlySet<Annotation> => {
  const ends = new Set<Annotation>()
  const last = new Map<number, { readonly annotation: Annotation; readonly frame: number }>()
  for (const [frame, { annotations }] of frames.entries())
    for (const annotation of annotations) {
      if (annotation.trackId === null) continue
      const before = last.get(annotation.trackId)
      if (before !== undefined && before.frame < frame - 1) ends.add(before.annotation)
      last.set(annotation.trackId, { annotation, frame })
    }
  return ends
}
