/** The edits of cuboids: named steps of the editor's history, as the edits of shapes are. */
import type { SearchedCloud } from "../../clouds/octree.ts"
import type { PreparedCloud } from "../../clouds/prepared.ts"
import { fitCuboid } from "../../geometry/space/fit/fit.ts"
import { findGroundBelow } from "../../geometry/space/fit/ground.ts"
import { listPointsNear } from "../../geometry/space/fit/nearby.ts"
import { findGroundHeight } from "../../geometry/space/groundAt.ts"
import { addVectors, scaleVector, type Vector } from "../../geometry/space/vector.ts"
import { canTakeObjects, type EditorState, getLabel } from "../EditorState.ts"
import type { JsonObject } from "../json/value.ts"
import {
  type Category,
  type Configuration,
  listAttributes,
  makeInitialAttributes,
} from "../label/attributes/configuration.ts"
import {
  type Cuboid,
  flipCuboid,
  listCorners,
  mirrorCuboid,
  moveCuboid,
  parseCuboid,
  turnCuboid,
} from "../label/cuboids/cuboid.ts"
import { withCuboidSource } from "../label/cuboids/cuboidSource.ts"
import { withCuboid, withNewCuboid } from "../label/cuboids/cuboids.ts"
import { findAnnotation } from "../label/frames.ts"
import { findContinued, findOwnTrack } from "../sensorLabels.ts"
import { addKeyframe, applyEdit, type EditName, listEditable, type Setting } from "./edit.ts"

/** A cuboid with its key in a frame. */
interface Selected {
  readonly key: string
  readonly categoryId: number
  readonly cuboid: Cuboid
}

/** The selected cuboids that may be edited. */
const listEditableCuboids = (state: EditorState): ReadonlyArray<Selected> =>
  listEditable(state).flatMap((key) => {
    const annotation = findAnnotation(getLabel(state), state.frame, key)
    const cuboid = annotation && parseCuboid(annotation.source)
    return annotation === undefined || cuboid === undefined
      ? []
      : [{ key, cuboid, categoryId: annotation.categoryId }]
  })

/** The parts of a cuboid that the category of an object locks. */
export const findLocks = ({ categories }: Configuration, categoryId: number): Category["locks"] =>
  categories.find(({ id }) => id === categoryId)?.locks ?? {
    position: false,
    rotation: false,
    dimensions: false,
  }

/** The cuboid with what its category locks as it was before. */
export const applyLocks = (before: Cuboid, after: Cuboid, locks: Category["locks"]): Cuboid => ({
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
  if (!canTakeObjects(state) || state.sensor?.kind === "image") return state
  const { frame } = state
  const own = findOwnTrack(state)
  const before = own && parseCuboid(own.source)
  if (own !== undefined && before !== undefined) {
    const made = tracks.sameDimensions === true ? { ...cuboid, dimensions: before.dimensions } : cuboid
    return addKeyframe(state, own.key, withCuboidSource(own.source, made), tracks)
  }
  const { categoryId, trackId } = findContinued(state) ?? { categoryId: state.categoryId, trackId: undefined }
  const attributes = makeInitialAttributes(listAttributes(configuration, categoryId))
  const { usedIds } = state
  const made = { cuboid, categoryId, attributes, trackId, usedIds }
  const added = withNewCuboid(getLabel(state), frame, made, tracks)
  return { ...applyEdit(state, "add", added.label), selected: new Set([added.key]) }
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
): EditorState =>
  changeCuboids({ ...state, selected: new Set([key]) }, { name, merge }, setting, () => cuboid)

interface Step {
  readonly name: EditName
  readonly merge: string | null
}

const changeCuboids = (
  state: EditorState,
  { merge, name }: Step,
  setting: Setting,
  change: (selected: Selected) => Cuboid,
): EditorState => applyEdit(state, name, withChanged(state, setting, change), merge)

const withChanged = (
  state: EditorState,
  { configuration, tracks }: Setting,
  change: (selected: Selected) => Cuboid,
): JsonObject => {
  let label = getLabel(state)
  for (const selected of listEditableCuboids(state)) {
    const { categoryId, cuboid, key } = selected
    const after = applyLocks(cuboid, change(selected), findLocks(configuration, categoryId))
    label = withCuboid(label, state.frame, key, after, tracks)
  }
  return label
}

/** The label with the selected cuboids moved. */
export const withMovedCuboids = (state: EditorState, by: Vector, setting: Setting): JsonObject =>
  withChanged(state, setting, ({ cuboid }) => moveCuboid(cuboid, by))

/** The repeats of a key in one frame are one step. */
export const formatMergeName = (name: string, { frame, selected }: EditorState): string =>
  `${name} ${frame} ${[...selected].join(" ")}`

/** Moves what is selected along directions of the world. The repeats of a key are one step. */
export const nudgeCuboids = (state: EditorState, by: Vector, setting: Setting): EditorState =>
  applyEdit(state, "move", withMovedCuboids(state, by, setting), formatMergeName("move", state))

/** Turns what is selected, each about its center. */
export const turnCuboids = (state: EditorState, angle: number, setting: Setting): EditorState =>
  changeCuboids(state, { name: "turn", merge: formatMergeName("turn", state) }, setting, ({ cuboid }) =>
    turnCuboid(cuboid, angle),
  )

/** Turns the heading of what is selected the other way. */
export const flipCuboids = (state: EditorState, setting: Setting): EditorState =>
  changeCuboids(state, { name: "flip", merge: null }, setting, ({ cuboid }) => flipCuboid(cuboid))

/** Mirrors what is selected along an axis of the world, about its center. */
export const mirrorCuboids = (state: EditorState, axis: 0 | 1, setting: Setting): EditorState => {
  const center = computeCenter(listEditableCuboids(state).map(({ cuboid }) => cuboid))
  if (center === undefined) return state
  return changeCuboids(state, { name: "mirror", merge: null }, setting, ({ cuboid }) =>
    mirrorCuboid(cuboid, axis, center),
  )
}

/** Fits what is selected to the points of the cloud. Cuboids with too few points stay. */
export const fitCuboids = (state: EditorState, cloud: SearchedCloud, setting: Setting): EditorState =>
  changeCuboids(state, { name: "fit", merge: null }, setting, ({ categoryId, cuboid }) => {
    const locks = findLocks(setting.configuration, categoryId)
    return fitCuboid(cloud, cuboid, { turns: !locks.rotation, resizes: !locks.dimensions }) ?? cuboid
  })

/** Puts what is selected on the ground. */
export const putOnGround = (state: EditorState, cloud: PreparedCloud, setting: Setting): EditorState =>
  changeCuboids(state, { name: "ground", merge: null }, setting, ({ cuboid }) => standCuboid(cloud, cuboid))

/** The center of the selected cuboids; undefined without any. */
const computeCenter = (cuboids: ReadonlyArray<Cuboid>): Vector | undefined =>
  cuboids.length === 0
    ? undefined
    : scaleVector(
        cuboids.reduce<Vector>((sum, { position }) => addVectors(sum, position), [0, 0, 0]),
        1 / cuboids.length,
      )

/** The distance around the cuboid in which the ground is looked at, in meters; far enough up and down for one that floats. */
const around = [2, 2, 4] as const

/** The cuboid with its lowest corner on the ground. The object itself hides the ground below it, so that the one around it counts. */
export const standCuboid = (cloud: PreparedCloud, cuboid: Cuboid): Cuboid => {
  const [length, width] = cuboid.dimensions
  const beside = listPointsNear(cloud, cuboid, around).filter(
    ([x, y]) => Math.abs(x) > length / 2 + 0.2 || Math.abs(y) > width / 2 + 0.2,
  )
  const ground = findGroundBelow(beside)
  const [x, y, z] = cuboid.position
  const height = ground === undefined ? findGroundHeight(cloud, x, y) : z + ground(0, 0)
  const lowest = Math.min(...listCorners(cuboid).map((corner) => corner[2]))
  return moveCuboid(cuboid, [0, 0, height - lowest])
}
