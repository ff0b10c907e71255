/** Reduces an annotation: its ids, track, attributes and digits. Its shape fits the format already. */
import { toYaw, wrapAngle } from "../model/rotation.ts"
import type { Annotation, Cuboid } from "../model/Scene.ts"
import type { Abilities } from "./Abilities.ts"
import type { Definitions } from "./Carrying.ts"
import { carryAttributes } from "./carryAttributes.ts"
import type { Losses } from "./Losses.ts"

interface AnnotationPlace {
  readonly abilities: Abilities
  readonly definitions: Definitions | undefined
  readonly losses: Losses
  readonly place: string
}

export const carryAnnotation = (
  annotation: Annotation,
  id: number,
  categoryId: number,
  { abilities, definitions, losses, place }: AnnotationPlace,
): Annotation => {
  if (annotation.trackId !== null && !abilities.tracks) losses.add("tracks", place)
  if (annotation.trackId !== null && !annotation.isKeyframe && !abilities.keyframes)
    losses.add("keyframes", place)
  const common = {
    id,
    categoryId,
    trackId: abilities.tracks ? annotation.trackId : null,
    // A format without keyframes carries every frame as what it is.
    isKeyframe: abilities.keyframes ? annotation.isKeyframe : true,
    attributes: carryAttributes(
      annotation.attributes,
      abilities.attributes,
      "attributes",
      losses,
      place,
      definitions,
      abilities.namedAttributes,
    ),
  }
  if (annotation.type === "segment") return { ...annotation, ...common }
  if (annotation.type !== "cuboid" && abilities.decimals === null && isCommon(annotation, common))
    return annotation
  if (annotation.type === "cuboid") return { ...carryCuboid(annotation, abilities, losses, place), ...common }
  if (abilities.decimals === null && annotation.shape === undefined) {
    // Written out: spreading takes ten times as long, and most annotations are of this kind.
    const { attributes, isKeyframe, trackId } = common
    return {
      id,
      categoryId,
      trackId,
      isKeyframe,
      attributes,
      type: annotation.type,
      points: annotation.points,
    }
  }
  if (abilities.decimals === null || annotation.shape !== undefined) return { ...annotation, ...common }
  const points = annotation.points.map((point) => point.map(roundTo(abilities.decimals ?? 0)))
  if (points.some((point, i) => point.some((x, j) => x !== annotation.points[i]?.[j])))
    losses.add("rounded", place)
  return { ...annotation, ...common, points }
}

const isCommon = (
  annotation: Annotation,
  common: Pick<Annotation, "id" | "categoryId" | "trackId" | "isKeyframe" | "attributes">,
): boolean =>
  annotation.id === common.id &&
  annotation.categoryId === common.categoryId &&
  annotation.trackId === common.trackId &&
  annotation.isKeyframe === common.isKeyframe &&
  annotation.attributes === common.attributes

const roundTo = (decimals: number) => (value: number) => Number(value.toFixed(decimals))

const carryCuboid = (cuboid: Cuboid, abilities: Abilities, losses: Losses, place: string): Cuboid => {
  const { rotation } = cuboid
  if (cuboid.isSynced && !abilities.syncedCuboids) losses.add("synced-cuboids", place)
  const isSynced = cuboid.isSynced && abilities.syncedCuboids
  if (rotation === null || abilities.rotation === "quaternion") return { ...cuboid, isSynced }
  if (Math.abs(rotation.qx) > 1e-9 || Math.abs(rotation.qy) > 1e-9) losses.add("tilt", place)
  return { ...cuboid, isSynced, yaw: wrapAngle(toYaw(rotation)), rotation: null }
}
