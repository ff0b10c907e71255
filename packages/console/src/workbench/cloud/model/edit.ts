/** The edits of cuboids: named steps of the editor's history, as the edits of shapes are. */
import {
  attributesOf,
  type Category,
  type Configuration,
  initialAttributes,
} from "../../model/attributes/configuration.ts"
import { annotationIn } from "../../model/document/frames.ts"
import { continuedIn } from "../../model/editor/continued.ts"
import { type EditorState, labelOf, takesObjects } from "../../model/editor/EditorState.ts"
import { type EditName, editable, edited, type Setting } from "../../model/editor/edit.ts"
import type { JsonObject } from "../../model/json/value.ts"
import { type Cuboid, cuboidOf, flipped, movedBy, turnedBy } from "./cuboid.ts"
import { withCuboid, withNewCuboid } from "./cuboids.ts"
import { fitted } from "./fit/fit.ts"
import { mirrored } from "./mirror.ts"
import type { SearchedCloud } from "./octree.ts"
import type { PreparedCloud } from "./prepared.ts"
import { standing } from "./standing.ts"
import { plus, times, type Vector } from "./vector.ts"

/** A cuboid with its key in a frame. */
export interface Selected {
  readonly key: string
  readonly categoryId: number
  readonly cuboid: Cuboid
}

/** The selected cuboids that may be edited. */
const editableCuboids = (state: EditorState): ReadonlyArray<Selected> =>
  editable(state).flatMap((key) => {
    const annotation = annotationIn(labelOf(state), state.frame, key)
    const cuboid = annotation && cuboidOf(annotation.source)
    return annotation === undefined || cuboid === undefined
      ? []
      : [{ key, cuboid, categoryId: annotation.categoryId }]
  })

/** What the category of an object locks. */
export const locksOf = ({ categories }: Configuration, categoryId: number): Category["locks"] =>
  categories.find(({ id }) => id === categoryId)?.locks ?? {
    position: false,
    rotation: false,
    dimensions: false,
  }

/** The cuboid with what its category locks as it was before. */
export const withinLocks = (before: Cuboid, after: Cuboid, locks: Category["locks"]): Cuboid => ({
  position: locks.position ? before.position : after.position,
  dimensions: locks.dimensions ? before.dimensions : after.dimensions,
  yaw: locks.rotation ? before.yaw : after.yaw,
  rotation: locks.rotation ? before.rotation : after.rotation,
})

/** Adds a cuboid of the chosen category, or of the object that it continues, and selects it. */
export const addCuboid = (
  state: EditorState,
  cuboid: Cuboid,
  { configuration, tracks }: Setting,
): EditorState => {
  if (!takesObjects(state) || state.sensor?.kind === "image") return state
  const { frame } = state
  const { categoryId, trackId } = continuedIn(state) ?? { categoryId: state.categoryId, trackId: undefined }
  const attributes = initialAttributes(attributesOf(configuration, categoryId))
  const added = withNewCuboid(labelOf(state), frame, { cuboid, categoryId, attributes, trackId }, tracks)
  return { ...edited(state, "add", added.label), selected: new Set([added.key]) }
}

/** Replaces one cuboid. Edits with the same `merge` in succession are one step. */
export const setCuboid = (
  state: EditorState,
  key: string,
  {
    cuboid,
    merge,
    name,
  }: { readonly cuboid: Cuboid; readonly name: EditName; readonly merge: string | null },
  setting: Setting,
): EditorState => changed({ ...state, selected: new Set([key]) }, { name, merge }, setting, () => cuboid)

interface Step {
  readonly name: EditName
  readonly merge: string | null
}

const changed = (
  state: EditorState,
  { merge, name }: Step,
  setting: Setting,
  change: (selected: Selected) => Cuboid,
): EditorState => edited(state, name, withChanged(state, setting, change), merge)

const withChanged = (
  state: EditorState,
  { configuration, tracks }: Setting,
  change: (selected: Selected) => Cuboid,
): JsonObject => {
  let label = labelOf(state)
  for (const selected of editableCuboids(state)) {
    const { categoryId, cuboid, key } = selected
    const after = withinLocks(cuboid, change(selected), locksOf(configuration, categoryId))
    label = withCuboid(label, state.frame, key, after, tracks)
  }
  return label
}

/** The label with the selected cuboids moved. */
export const withMovedCuboids = (state: EditorState, by: Vector, setting: Setting): JsonObject =>
  withChanged(state, setting, ({ cuboid }) => movedBy(cuboid, by))

/** The repeats of a key in one frame are one step. */
export const mergeOf = (name: string, { frame, selected }: EditorState): string =>
  `${name} ${frame} ${[...selected].join(" ")}`

/** Moves what is selected along directions of the world. The repeats of a key are one step. */
export const nudgeCuboids = (state: EditorState, by: Vector, setting: Setting): EditorState =>
  edited(state, "move", withMovedCuboids(state, by, setting), mergeOf("move", state))

/** Turns what is selected, each about its center. */
export const turnCuboids = (state: EditorState, angle: number, setting: Setting): EditorState =>
  changed(state, { name: "turn", merge: mergeOf("turn", state) }, setting, ({ cuboid }) =>
    turnedBy(cuboid, angle),
  )

/** Turns the heading of what is selected the other way. */
export const flipCuboids = (state: EditorState, setting: Setting): EditorState =>
  changed(state, { name: "flip", merge: null }, setting, ({ cuboid }) => flipped(cuboid))

/** Mirrors what is selected along an axis of the world, about its center. */
export const mirrorCuboids = (state: EditorState, axis: 0 | 1, setting: Setting): EditorState => {
  const center = centerOf(editableCuboids(state).map(({ cuboid }) => cuboid))
  if (center === undefined) return state
  return changed(state, { name: "mirror", merge: null }, setting, ({ cuboid }) =>
    mirrored(cuboid, axis, center),
  )
}

/** Fits what is selected to the points of the cloud. Cuboids with too few points stay. */
export const fitCuboids = (state: EditorState, cloud: SearchedCloud, setting: Setting): EditorState =>
  changed(state, { name: "fit", merge: null }, setting, ({ categoryId, cuboid }) => {
    const locks = locksOf(setting.configuration, categoryId)
    return fitted(cloud, cuboid, { turns: !locks.rotation, resizes: !locks.dimensions }) ?? cuboid
  })

/** Puts what is selected on the ground. */
export const groundCuboids = (state: EditorState, cloud: PreparedCloud, setting: Setting): EditorState =>
  changed(state, { name: "ground", merge: null }, setting, ({ cuboid }) => standing(cloud, cuboid))

/** The center of the selected cuboids; undefined without any. */
const centerOf = (cuboids: ReadonlyArray<Cuboid>): Vector | undefined =>
  cuboids.length === 0
    ? undefined
    : times(
        cuboids.reduce<Vector>((sum, { position }) => plus(sum, position), [0, 0, 0]),
        1 / cuboids.length,
      )
