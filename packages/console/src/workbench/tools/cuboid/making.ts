/** Making cuboids in the main view. */

import { fromClicks, makeStandingCuboid, usualSize } from "../../cloud/model/clicks.ts"
import type { Cuboid } from "../../cloud/model/cuboid.ts"
import { addCuboid } from "../../cloud/model/edit.ts"
import { fitCuboid } from "../../cloud/model/fit/fit.ts"
import { findGroundHeight } from "../../cloud/model/groundAt.ts"
import type { Vector } from "../../cloud/model/vector.ts"
import type { CloudView, Making } from "../../cloud/view/CloudView.ts"
import type { Editor } from "../../model/editor/Editor.ts"

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

/** Takes a place of the ground. The third one completes the cuboid, which is fitted to its points. */
export const addPlace = (editor: Editor, view: CloudView, place: Vector): void => {
  const places = [...(view.making.get()?.places ?? []), place]
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
  add(editor, view, makeStandingCuboid(place, computeNewSize(editor), view.orbit.get()?.azimuth ?? 0))

/** Puts a cuboid into the middle of the view. */
export const placeInMiddle = (editor: Editor, view: CloudView): void => {
  const orbit = view.orbit.get()
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
