/** Objects that other sensors show. Those of several sensors are one where their tracks are. */
import type { Annotation } from "../document/annotation.ts"
import { annotationIn } from "../document/frames.ts"
import { type EditorState, labelOf, ofSensor } from "./EditorState.ts"

/**
 * The object that a new one continues: the only selected one, where another sensor shows it in the frame and the chosen one does not.
 * Undefined where a new object begins a track.
 */
export const continuedIn = (state: EditorState): Annotation | undefined => {
  const [key, ...others] = state.selected
  if (key === undefined || others.length > 0 || state.locked.has(key)) return undefined
  if (annotationIn(labelOf(state), state.frame, key) !== undefined) return undefined
  return inOthers(state, key).find(({ trackId }) => trackId !== undefined)
}

/** An object of the shown frame: as the chosen sensor shows it, else as the first other one does. */
export const shownAnywhere = (state: EditorState, key: string): Annotation | undefined =>
  annotationIn(labelOf(state), state.frame, key) ?? inOthers(state, key)[0]

const inOthers = (state: EditorState, key: string): ReadonlyArray<Annotation> =>
  state.sensors.flatMap((sensor) => annotationIn(labelOf(ofSensor(state, sensor)), state.frame, key) ?? [])
