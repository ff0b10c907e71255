/** Reads the objects of a label: annotations of stills, tracks of sequences. */
import { readLabel } from "../../warnings/read/readLabel.ts"
import type { Scene } from "../../warnings/read/Scene.ts"
import { findMostFrequent } from "../figures/disagreement.ts"
import type { ComparableLabel, ComparableObject, ComparableScene, Instance } from "./ComparableObject.ts"
import { readInstance } from "./readShape.ts"

/** The key of a scene, equal in all labels of a sample. */
export const makeSceneKey = (sensor: string | null, frame: number): string => `${frame} ${sensor ?? ""}`

/** Null stands for a label without objects. Malformed parts are left out, as in checks. Yields after each annotation whose area may take long, and after some others. */
export function* readObjectsInSteps(label: unknown): Generator<void, ComparableLabel> {
  const objects: Array<OpenObject> = []
  const tracks = new Map<string, OpenObject>()
  const scenes = new Map<string, ComparableScene>()
  const read = label === null ? [] : readLabel(label).scenes
  for (const scene of read)
    scenes.set(makeSceneKey(scene.sensor, scene.frame ?? 0), yield* readSceneInSteps(scene, objects, tracks))
  for (const object of objects)
    if (object.instances.size > 1) object.category = findCategory(object.instances)
  return { isSequence: read.some(({ frame }) => frame !== null), objects, scenes }
}

/** Boxes and cuboids that are read in one step: a step costs as much as one of them. */
const quickAtOnce = 64

const isQuick = ({ shape: { kind } }: Instance): boolean => kind === "box" || kind === "cuboid"

/** An object to which frames are added. */
interface OpenObject extends ComparableObject {
  readonly index: number
  category: number
  readonly instances: Map<number, Instance>
}

function* readSceneInSteps(
  { annotations, frame, imageAttributes, kind, pointAnnotations, sensor }: Scene,
  objects: Array<OpenObject>,
  tracks: Map<string, OpenObject>,
): Generator<void, ComparableScene> {
  const time = frame ?? 0
  const instances: Array<ComparableScene["instances"][number]> = []
  for (const annotation of annotations) {
    const instance = readInstance(annotation)
    if (!isQuick(instance) || instances.length % quickAtOnce === quickAtOnce - 1) yield
    // Only sequences have tracks. An annotation without one is an object of its frame alone.
    const track =
      frame === null || annotation.trackId === null ? null : `${annotation.trackId} ${sensor ?? ""}`
    const before = track === null ? undefined : tracks.get(track)
    if (before !== undefined && !before.instances.has(time)) {
      before.instances.set(time, instance)
      instances.push({ object: before.index, instance })
      continue
    }
    const index = objects.length
    const object = {
      index,
      sensor,
      kind,
      category: annotation.categoryId,
      instances: new Map([[time, instance]]),
    }
    objects.push(object)
    if (track !== null && before === undefined) tracks.set(track, object)
    instances.push({ object: index, instance })
  }
  return {
    sensor,
    frame: time,
    kind,
    imageAttributes,
    instances,
    pointAnnotations: pointAnnotations ?? null,
  }
}

/** The category of most frames, of several the first. */
const findCategory = (instances: Map<number, Instance>): number =>
  findMostFrequent(
    Array.from<Instance, number>(instances.values(), ({ annotation }) => annotation.categoryId),
  ) ?? 0
