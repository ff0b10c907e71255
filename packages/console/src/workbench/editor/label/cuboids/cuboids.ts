/** Edits of cuboids in a label. In sequences they make keyframes, as edits of shapes do. */
import type { Json, JsonObject } from "../../json/value.ts"
import { toKey } from "../annotation.ts"
import { findAnnotation, findFreeId, findUnused, isSequence, withAnnotation, withFrame } from "../frames.ts"
import { withEdited, withEditedEverywhere } from "../objects.ts"
import { type TrackSettings, withKeyframe } from "../tracks/keyframes.ts"
import type { UsedIds } from "../UsedIds.ts"
import { type Cuboid, parseCuboid } from "./cuboid.ts"
import { withCuboidSource } from "./cuboidSource.ts"

/** A cuboid that is about to be added. */
export interface NewCuboid {
  readonly categoryId: number
  readonly cuboid: Cuboid
  readonly attributes: JsonObject
  /** The track that it continues, which another sensor has; by default it begins one. */
  readonly trackId?: Json | undefined
  /** Ids that it does not get. */
  readonly usedIds?: UsedIds
}

/** Adds a cuboid to a frame. In a sequence it is the first keyframe of a new track. */
export const withNewCuboid = (
  label: JsonObject,
  frame: number,
  { attributes, categoryId, cuboid, trackId, usedIds }: NewCuboid,
  settings: TrackSettings,
): { readonly label: JsonObject; readonly key: string } => {
  const track = trackId ?? findFreeId(label, usedIds)
  const key = toKey(track)
  const id = findUnused(label, frame, track, usedIds)
  const bare = { id, category_id: categoryId, type: "cuboid", attributes }
  const source = withCuboidSource(bare, cuboid)
  return {
    key,
    label: isSequence(label)
      ? withKeyframe(label, frame, key, { ...source, track_id: track }, settings)
      : withFrame(label, frame, (found) => withAnnotation(found, key, source)),
  }
}

/** Changes a cuboid in a frame, which becomes a keyframe. The same label when nothing changes as stored. */
export const withCuboid = (
  label: JsonObject,
  frame: number,
  key: string,
  cuboid: Cuboid,
  settings: TrackSettings,
): JsonObject => {
  const annotation = findAnnotation(label, frame, key)
  if (annotation === undefined) return label
  const source = withCuboidSource(annotation.source, cuboid)
  if (source === annotation.source) return label
  const edited =
    isSequence(label) && annotation.trackId !== undefined
      ? withKeyframe(label, frame, key, source, settings)
      : withEdited(label, frame, key, () => source)
  if (settings.sameDimensions !== true || source.dimensions === annotation.source.dimensions) return edited
  return withEditedEverywhere(edited, key, (other) => {
    const otherCuboid = parseCuboid(other)
    return otherCuboid === undefined
      ? other
      : withCuboidSource(other, { ...otherCuboid, dimensions: cuboid.dimensions })
  })
}
