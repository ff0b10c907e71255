/** Which annotations of the shown frame are drawn, and which can be picked. */
import { type DrawnAnnotation, isDrawn } from "../document/annotation.ts"
import { annotationsIn } from "../document/frames.ts"
import { type EditorState, labelOf } from "./EditorState.ts"

/** The drawn annotations of the frame. With others hidden, the selected ones alone. */
export const drawnIn = (state: EditorState): ReadonlyArray<DrawnAnnotation> => {
  const drawn = annotationsIn(labelOf(state), state.frame).filter(isDrawn)
  if (!state.hidesOthers || state.selected.size === 0) return drawn
  return drawn.filter(({ key }) => state.selected.has(key))
}

/** Those that a press can pick. */
export const pickableIn = (state: EditorState): ReadonlyArray<DrawnAnnotation> =>
  drawnIn(state).filter(({ key }) => !state.locked.has(key))
