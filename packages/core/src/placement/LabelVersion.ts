/** A version of a label by its scenes, and what identifies its objects. Pure. */
import { type Part, readNumberAt, type Scene, walkLabel } from "../config/migration/LabelWalk.ts"

/** A scene and its place: the sensor and the frame. */
export interface PlacedScene {
  readonly place: string
  readonly scene: Scene
}

export interface LabelVersion {
  readonly text: string
  /** In the order of the label. */
  readonly scenes: ReadonlyArray<PlacedScene>
}

/** The object of an annotation. All annotations of a track are one object; others are one by their id in their scene. */
export interface AnnotationKey {
  readonly key: string
  readonly category: number
  readonly id: number
  /** The member with the id or the track, as minified text. */
  readonly member: string
}

/** Pauses between scenes, so that other work runs during a long label. */
export function* readLabelVersion(text: string): Generator<void, LabelVersion> {
  const scenes: Array<PlacedScene> = []
  yield* walkLabel(text, {
    scene: (scene) => scenes.push({ place: `${scene.sensor ?? ""} ${scene.frame ?? ""}`, scene }),
    links: () => {},
  })
  return { text, scenes }
}

/** Undefined for an annotation without an id or a category. */
export const readAnnotationKey = (
  text: string,
  { place, scene }: PlacedScene,
  { members }: Part,
): AnnotationKey | undefined => {
  const id = readNumberAt(text, members.get("id"))
  const category = readNumberAt(text, members.get("category_id"))
  if (id === undefined || category === undefined) return undefined
  const track = scene.frame === null ? undefined : readNumberAt(text, members.get("track_id"))
  return track === undefined
    ? { key: `${place} ${id}`, category, id, member: `"id":${id}` }
    : { key: `track ${track}`, category, id, member: `"track_id":${track}` }
}
