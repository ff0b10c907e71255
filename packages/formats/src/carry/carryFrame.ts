/** Reduces a frame: its annotations, and what stands beside them. */
import { upgradeMask } from "../masks/shapeMask.ts"
import type { Annotation, BitmapFile, Frame, Scene } from "../model/Scene.ts"
import type { Abilities } from "./Abilities.ts"
import type { Carrying } from "./Carrying.ts"
import { carryAnnotation } from "./carryAnnotation.ts"
import { carryAttributes } from "./carryAttributes.ts"
import { carryExactShape } from "./exactShapes.ts"
import type { Losses } from "./Losses.ts"
import { SeenShapes } from "./SeenShapes.ts"
import { fitShape } from "./shapes.ts"

/** `sceneIds` gets the new ids of annotations, by the given ones. */
export const carryFrame = (
  frame: Frame,
  scene: Scene,
  index: number,
  { abilities, categoryIds, definitions, frameDefinitions, losses, skeletons }: Carrying,
  sceneIds: Map<number, number>,
): Frame => {
  const ids = new Map<number, number>()
  const hasReferences = scene.links.length > 0 || frame.bitmap !== null || frame.pointAnnotations !== null
  const place = scene.isSequence ? `${scene.name}, frame ${index}` : scene.name
  const dropUnless = <A>(kind: "ego-poses" | "frame-names", able: boolean, given: A, empty: A): A => {
    if (able || given === null) return given
    losses.add(kind, place)
    return empty
  }
  const annotations: Array<Annotation> = []
  const seenShapes = new SeenShapes()
  for (const original of frame.annotations) {
    const upgraded = abilities.shapeMasks
      ? upgradeMask(original, frame.image?.size ?? null, () =>
          losses.add("geometry", `${place}: ${original.type} ${original.id}`),
        )
      : original
    const exact = carryExactShape(upgraded, skeletons.get(original.categoryId), abilities, losses, place)
    const annotation = fitShape(exact, abilities)
    if (annotation === undefined) {
      losses.add("shapes", `${place}: ${original.type} ${original.id}`)
      continue
    }
    if (!abilities.duplicates && "points" in annotation && seenShapes.add(annotation)) {
      losses.add("duplicate", `${place}: ${original.type} ${original.id}`)
      continue
    }
    if (!isSameOutline(annotation, exact)) losses.add("geometry", `${place}: ${original.type} ${original.id}`)
    const id = abilities.ids ? annotation.id : annotations.length + 1
    if (id !== annotation.id) losses.add("ids", place)
    if (hasReferences) {
      ids.set(annotation.id, id)
      sceneIds.set(annotation.id, id)
    }
    annotations.push(
      carryAnnotation(annotation, id, categoryIds.get(annotation.categoryId) ?? annotation.categoryId, {
        abilities,
        definitions: definitions.get(annotation.categoryId),
        losses,
        place,
      }),
    )
  }
  return {
    ...frame,
    name: scene.isSequence ? dropUnless("frame-names", abilities.frameNames, frame.name, null) : frame.name,
    cameras: carryCameras(frame, abilities, losses, place),
    egoPose: dropUnless("ego-poses", abilities.egoPoses, frame.egoPose, null),
    timestamp: carryTimestamp(frame.timestamp, abilities, losses, place),
    attributes: carryAttributes(
      frame.attributes,
      abilities.frameAttributes,
      "frame-attributes",
      losses,
      place,
      frameDefinitions,
    ),
    annotations,
    bitmap: abilities.ids ? frame.bitmap : renumberBitmap(frame.bitmap, ids),
    pointAnnotations: frame.pointAnnotations?.map((id) => ids.get(id) ?? 0) ?? null,
  }
}

/** Whether an annotation has the same shape: a polygon whose corners are those of a turned box is that box. */
const isSameOutline = (a: Annotation, b: Annotation): boolean =>
  a === b || (a.type === "polygon" && b.type === "polygon" && a.points.length === b.points.length)

const carryCameras = (
  { cameras }: Frame,
  abilities: Abilities,
  losses: Losses,
  place: string,
): Frame["cameras"] => {
  if (abilities.cameras === true) return cameras
  const calibrated = cameras.find(({ extrinsics, intrinsics }) => extrinsics !== null && intrinsics !== null)
  const first = abilities.cameras === "first" ? (calibrated ?? cameras[0]) : undefined
  const narrowed = first === undefined ? [] : [first]
  losses.add("cameras", place, cameras.length - narrowed.length)
  return narrowed
}

const renumberBitmap = (bitmap: BitmapFile | null, ids: ReadonlyMap<number, number>): BitmapFile | null =>
  bitmap && {
    url: null,
    load: async () => {
      const loaded = await bitmap.load()
      return { ...loaded, ids: loaded.ids.map((id) => ids.get(id) ?? 0) }
    },
  }

const carryTimestamp = (
  timestamp: string | null,
  { timestamps }: Abilities,
  losses: Losses,
  place: string,
): string | null => {
  if (timestamp === null || timestamps === "exact") return timestamp
  if (timestamps === "none") {
    losses.add("timestamps", place)
    return null
  }
  if (!/^\d+$/.test(timestamp)) {
    losses.add("timestamps", place)
    return null
  }
  const cut = `${timestamp.slice(0, -3)}000`
  if (cut !== timestamp) losses.add("timestamps-cut", place)
  return cut
}
