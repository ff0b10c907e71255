/** Reads the objects of a label: annotations of stills, tracks of sequences. */
import { readLabel } from "../../warnings/read/readLabel.ts"
import { findMostFrequent } from "../figures/disagreement.ts"
import type { ComparableLabel, ComparableObject, ComparableScene, Instance } from "./ComparableObject.ts"
import { readInstance } from "./readShape.ts"

/** The key of a scene, equal in all labels of a sample. */
export const makeSceneKey = (sensor: string | null, frame: number): string => `${frame} ${sensor ?? ""}`

/** Null stands for a label without objects. Malformed parts are left out, as in checks. */
export const readObjects = (label: unknown): ComparableLabel => {
  const objects: Array<ComparableObject & { readonly instances: Map<number, Instance> }> = []
  const tracks = new Map<string, number>()
  const scenes = new Map<string, ComparableScene>()
  const read = label === null ? [] : readLabel(label).scenes
  for (const scene of read) {
    const frame = scene.frame ?? 0
    const instances = scene.annotations.map((annotation) => {
      const instance = readInstance(annotation)
      // Only sequences have tracks. An annotation without one is an object of its frame alone.
      const track =
        scene.frame === null || annotation.trackId === null
          ? null
          : `${annotation.trackId} ${scene.sensor ?? ""}`
      const before = track === null ? undefined : tracks.get(track)
      const object = before !== undefined && !objects[before]?.instances.has(frame) ? before : objects.length
      if (object === objects.length) {
        objects.push({ sensor: scene.sensor, category: annotation.categoryId, instances: new Map() })
        if (track !== null && before === undefined) tracks.set(track, object)
      }
      objects[object]?.instances.set(frame, instance)
      return { object, instance }
    })
    const { imageAttributes, kind, pointAnnotations = null, sensor } = scene
    scenes.set(makeSceneKey(sensor, frame), {
      sensor,
      frame,
      kind,
      imageAttributes,
      instances,
      pointAnnotations,
    })
  }
  return {
    isSequence: read.some(({ frame }) => frame !== null),
    objects: objects.map(({ instances, sensor }) => ({
      sensor,
      category: findCategory(instances),
      instances,
    })),
    scenes,
  }
}

/** The category of most frames, of several the first. */
const findCategory = (instances: ReadonlyMap<number, Instance>): number => {
  if (instances.size === 1) for (const { annotation } of instances.values()) return annotation.categoryId
  return findMostFrequent([...instances.values()].map(({ annotation }) => annotation.categoryId)) ?? 0
}
