/** Decides which parts of a configuration have an effect in a dataset, by its task type. */
import { type TaskType, toDataKind } from "../../datasetFields/taskTypes.ts"

/** Parts of a configuration. A field of a part that the dataset does not have is shown only when the document fills it. */
export interface Abilities {
  readonly cuboids: boolean
  readonly images: boolean
  /** Objects that keep their identity from frame to frame. */
  readonly tracks: boolean
  readonly sensors: boolean
  readonly bitmaps: boolean
  /** Points, lines and polygons. */
  readonly shapes: boolean
  readonly space: boolean
  readonly links: boolean
}

const abilitiesByType = new Map<TaskType, Abilities>()

/** The same object for the same task type, so that a form that depends on it is not drawn anew. */
export const findAbilities = (type: TaskType): Abilities => {
  const abilities = abilitiesByType.get(type) ?? makeAbilities(type)
  abilitiesByType.set(type, abilities)
  return abilities
}

const makeAbilities = (type: TaskType): Abilities => {
  const kind = toDataKind(type)
  const sensors = kind === "sensors"
  const bitmaps = type.includes("segmentation")
  return {
    cuboids: sensors || type.includes("cuboid"),
    images: sensors || kind === "images",
    tracks: type.endsWith("sequence"),
    sensors,
    bitmaps: sensors || bitmaps,
    shapes: sensors || (!bitmaps && !type.includes("cuboid")),
    space: kind !== "images",
    links: sensors || !bitmaps,
  }
}

export type Ability = keyof Abilities
