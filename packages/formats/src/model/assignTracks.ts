/** Numbers of tracks for annotations of sequences that have none: the label of a sequence has one for each. */
import type { Annotation, Scene } from "./Scene.ts"

/**
 * Gives every annotation of the scenes of a sample a track. One without a track is the object of its id in its scene; where a track of the sample has that
 * number already, it gets a free one, for which `onChange` is called.
 */
export const assignTracks = (
  scenes: ReadonlyArray<Scene>,
  onChange: (scene: Scene) => void = () => {},
): ReadonlyArray<Scene> => {
  const annotations = listAnnotations(scenes)
  if (annotations.every(({ trackId }) => trackId !== null)) return scenes
  const taken = new Set(annotations.flatMap(({ trackId }) => trackId ?? []))
  const ids = new Set(annotations.flatMap(({ id, trackId }) => (trackId === null ? [id] : [])))
  let free = 0
  const findFree = (): number => {
    do free += 1
    while (taken.has(free) || ids.has(free))
    return free
  }
  return scenes.map((scene) => {
    const numbers = new Map<number, number>()
    const assign = (id: number): number => {
      const assigned = numbers.get(id)
      if (assigned !== undefined) return assigned
      const number = taken.has(id) ? findFree() : id
      if (number !== id) onChange(scene)
      numbers.set(id, number)
      taken.add(number)
      return number
    }
    const addTrack = (annotation: Annotation): Annotation =>
      annotation.trackId === null ? { ...annotation, trackId: assign(annotation.id) } : annotation
    return {
      ...scene,
      frames: scene.frames.map((frame) => ({ ...frame, annotations: frame.annotations.map(addTrack) })),
    }
  })
}

const listAnnotations = (scenes: ReadonlyArray<Scene>): ReadonlyArray<Annotation> =>
  scenes.flatMap(({ frames }) => frames.flatMap(({ annotations }) => annotations))
