/** Making cuboids in the main view. */
import type { Editor } from "../../editor/Editor.ts"
import { addCuboid } from "../../editor/edits/cuboidEdits.ts"
import { type Cuboid, shortestSide } from "../../editor/label/cuboids/cuboid.ts"
import { fitCuboid } from "../../geometry/space/fit/fit.ts"
import { findGroundHeight } from "../../geometry/space/groundAt.ts"
import { addVectors, scaleVector, subtractVectors, type Vector } from "../../geometry/space/vector.ts"
import type { CloudView, Making } from "../../stages/cloud/CloudView.ts"

/** The size that the chosen category gives to new cuboids. */
const computeNewSize = ({ setting, state }: Editor): Vector =>
  setting.configuration.categories.find(({ id }) => id === state.categoryId)?.dimensions ?? usualSize

const add = (editor: Editor, view: CloudView, cuboid: Cuboid): void => {
  view.making.set(undefined)
  editor.update((state, setting) => addCuboid(state, cuboid, setting))
}

/** Begins to make a cuboid, or stops. */
export const toggleMaking = (editor: Editor, view: CloudView): void => {
  if (editor.state.readOnly) return
  view.making.update((now) => (now === undefined ? { places: [], hover: undefined } : undefined))
}

/** Takes the last place of a cuboid back that is being made, then ends the making. False where none is made. */
export const takePlaceBack = (view: CloudView): boolean => {
  const making = view.making.state
  if (making === undefined) return false
  const places = making.places.slice(0, -1)
  view.making.set(making.places.length === 0 ? undefined : { ...making, places })
  return true
}

/** Takes a place of the ground. The third one completes the cuboid, which is fitted to its points. */
export const addPlace = (editor: Editor, view: CloudView, place: Vector): void => {
  const places = [...(view.making.state?.places ?? []), place]
  const rough = places.length < 3 ? undefined : fromClicks(places, computeNewSize(editor)[2])
  if (rough === undefined) {
    // Without a length there is no third place.
    view.making.set({ places: places.slice(0, 2), hover: place })
    return
  }
  add(editor, view, (view.cloud && fitCuboid(view.cloud, rough)) ?? rough)
}

/** Puts a cuboid of the category's size on a place, headed as the screen is. */
export const placeWhole = (editor: Editor, view: CloudView, place: Vector): void =>
  add(editor, view, makeStandingCuboid(place, computeNewSize(editor), view.orbit.state?.azimuth ?? 0))

/** Puts a cuboid into the middle of the view. */
export const placeInMiddle = (editor: Editor, view: CloudView): void => {
  const orbit = view.orbit.state
  if (orbit === undefined) return
  const [x, y, z] = orbit.target
  placeWhole(editor, view, [x, y, view.cloud === undefined ? z : findGroundHeight(view.cloud, x, y)])
}

/** Computes what the places so far and the pointer make. */
export const makePreview = (editor: Editor, making: Making | undefined): Cuboid | undefined => {
  if (making === undefined) return undefined
  const places = making.hover === undefined ? making.places : [...making.places, making.hover]
  return fromClicks(places.slice(0, 3), computeNewSize(editor)[2])
}

/** The size of a cuboid whose category has none. */
const usualSize: Vector = [4.5, 1.9, 1.6]

/**
 * The cuboid of three places: two along one side, from the rear to the front, and one on the side across. With two
 * places it has no width yet.
 */
export const fromClicks = (places: ReadonlyArray<Vector>, height: number): Cuboid | undefined => {
  const [rear, front, across] = places
  if (rear === undefined || front === undefined) return undefined
  const along = subtractVectors(front, rear)
  const length = Math.hypot(along[0], along[1])
  if (length < shortestSide) return undefined
  const yaw = Math.atan2(along[1], along[0])
  const left: Vector = [-Math.sin(yaw), Math.cos(yaw), 0]
  const aside = across === undefined ? 0 : subtractVectors(across, rear)
  const width = aside === 0 ? 0 : aside[0] * left[0] + aside[1] * left[1]
  const base = Math.min(...places.map(([, , z]) => z))
  const [x, y] = addVectors(addVectors(rear, scaleVector(along, 0.5)), scaleVector(left, width / 2))
  return {
    position: [x, y, base + height / 2],
    dimensions: [length, Math.max(Math.abs(width), shortestSide), height],
    yaw,
    rotation: undefined,
  }
}

/** A cuboid of a given size that stands on a place of the ground. */
const makeStandingCuboid = (place: Vector, size: Vector, yaw: number): Cuboid => ({
  position: addVectors(place, [0, 0, size[2] / 2]),
  dimensions: size,
  yaw,
  rotation: undefined,
})
