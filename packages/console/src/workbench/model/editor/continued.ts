/** Objects that other sensors show. Those of several sensors are one where their tracks are. */
import type { Annotation } from "../document/annotation.ts"
import { findAnnotation } from "../document/frames.ts"
import { type EditorState, getLabel, openSensor } from "./EditorState.ts"

/**
 * The object that a new one continues: the only selected one, where another sensor shows it in the frame and the chosen one does not.
 * Undefined where a new object begins a track.
 */
export const findContinued = (state: EditorState): Annotation | undefined => {
  const [key, ...others] = state.selected
  if (key === undefined || others.length > 0 || state.locked.has(key)) return undefined
  if (findAnnotation(getLabel(state), state.frame, key) !== undefined) return undefined
  return listInOthers(state, key).find(({ trackId }) => trackId !== undefined)
}

/** An object of the shown frame: as the chosen sensor shows it, else as the first other one does. */
export const findAnywhere = (state: EditorState, key: string): Annotation | undefined =>
  findAnnotation(getLabel(state), state.frame, key) ?? listInOthers(state, key)[0]

const listInOthers = (state: EditorState, key: string): ReadonlyArray<Annotation> =>
  state.sensors.flatMap(
    (sensor) => findAnnotation(getLabel(openSensor(state, sensor)), state.frame, key) ?? [],
  )
