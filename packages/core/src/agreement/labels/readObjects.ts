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
  for (const scene of read) {
    const placed: Array<Placed> = []
    for (const annotation of scene.annotations) {
      const instance = readInstance(annotation)
      placed.push(placeInstance(scene, instance, objects, tracks))
      if (!isQuick(instance) || placed.length % quickAtOnce === 0) yield
    }
    scenes.set(makeSceneKey(scene.sensor, scene.frame ?? 0), toComparableScene(scene, placed))
  }
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

type Placed = ComparableScene["instances"][number]

/** Adds the annotation to the object of its track, or as a separate object. */
const placeInstance = (
  { frame, kind, sensor }: Scene,
  instance: Instance,
  objects: Array<OpenObject>,
  tracks: Map<string, OpenObject>,
): Placed => {
  const time = frame ?? 0
  const { annotation } = instance
  // Only sequences have tracks. An annotation without one is an object of its frame alone.
  const track = frame === null || annotation.trackId === null ? null : `${annotation.trackId} ${sensor ?? ""}`
  const before = track === null ? undefined : tracks.get(track)
  if (before !== undefined && !before.instances.has(time)) {
    before.instances.set(time, instance)
    return { object: before.index, instance }
  }
  const index = objects.length
  const instances = new Map([[time, instance]])
  const object = { index, sensor, kind, category: annotation.categoryId, instances }
  objects.push(object)
  if (track !== null && before === undefined) tracks.set(track, object)
  return { object: index, instance }
}

const toComparableScene = (scene: Scene, instances: ReadonlyArray<Placed>): ComparableScene => ({
  sensor: scene.sensor,
  frame: scene.frame ?? 0,
  kind: scene.kind,
  imageAttributes: scene.imageAttributes,
  instances,
  pointAnnotations: scene.pointAnnotations ?? null,
})

/** The category of most frames, of several the first. */
const findCategory = (instances: Map<number, Instance>): number =>
  findMostFrequent(
    Array.from<Instance, number>(instances.values(), ({ annotation }) => annotation.categoryId),
  ) ?? 0
