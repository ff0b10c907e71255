/** Objects that several sensors show: they have one track. */
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
  return state.sensors
    .map((sensor) => annotationIn(labelOf(ofSensor(state, sensor)), state.frame, key))
    .find((annotation) => annotation?.trackId !== undefined)
}
