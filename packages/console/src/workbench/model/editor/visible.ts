/** Which annotations of the shown frame are drawn, and which can be picked. */
import { type DrawnAnnotation, isDrawn } from "../document/annotation.ts"
import { listAnnotations } from "../document/frames.ts"
import { type EditorState, getLabel } from "./EditorState.ts"

/** Decides whether an object is seen. */
type Visibility = Pick<EditorState, "hidden" | "hidesOthers" | "selected">

/** Whether an object is not drawn. With others hidden, the selected ones alone are. */
export const isHidden = ({ hidden, hidesOthers, selected }: Visibility, key: string): boolean =>
  hidden.has(key) || (hidesOthers && selected.size > 0 && !selected.has(key))

/** The drawn annotations of the frame. */
export const listDrawn = (state: EditorState): ReadonlyArray<DrawnAnnotation> => {
  const drawn = listAnnotations(getLabel(state), state.frame).filter(isDrawn)
  if (!state.hidesOthers && state.hidden.size === 0) return drawn
  return drawn.filter(({ key }) => !isHidden(state, key))
}

/** Hides objects, or shows them where all of them are hidden. */
export const toggleHidden = (state: EditorState, keys: ReadonlyArray<string>): EditorState => {
  if (keys.length === 0) return state
  const hidden = new Set(state.hidden)
  const shows = keys.every((key) => hidden.has(key))
  for (const key of keys) shows ? hidden.delete(key) : hidden.add(key)
  return { ...state, hidden }
}

/** Those that a press can pick. */
export const listPickable = (state: EditorState): ReadonlyArray<DrawnAnnotation> =>
  listDrawn(state).filter(({ key }) => !state.locked.has(key))
