/** The edits of tracks: named steps of the history. None happens to bitmaps, whose ids are pixels too. */
import { frameCount, isSequence } from "../document/frames.ts"
import { mergeTracks, removeIn, splitTrack } from "../tracks/tracks.ts"
import { type EditorState, labelOf } from "./EditorState.ts"
import { editable, edited, withValidSelection } from "./edit.ts"

/** Splits what is selected: from the shown frame on, each is a new track, which is selected. */
export const splitSelected = (state: EditorState): EditorState => {
  if (state.readOnly || !isSequence(labelOf(state))) return state
  let label = labelOf(state)
  const selected = new Set<string>()
  for (const key of editable(state)) {
    const split = splitTrack(label, state.frame, key)
    label = split.label
    selected.add(split.key)
  }
  return label === labelOf(state) ? state : { ...edited(state, "splitTrack", label), selected }
}

/** Merges the one selected track into another, and selects that. Nothing happens where a frame shows both. */
export const mergeInto = (state: EditorState, into: string): EditorState => {
  const [from, ...others] = editable(state)
  if (from === undefined || others.length > 0 || state.readOnly || state.locked.has(into)) return state
  const label = mergeTracks(labelOf(state), into, from)
  return label === labelOf(state)
    ? state
    : { ...edited(state, "mergeTracks", label), selected: new Set([into]) }
}

/** Removes what is selected from some frames. */
export const removeFrom = (state: EditorState, from: number, to: number): EditorState =>
  state.readOnly || !isSequence(labelOf(state))
    ? state
    : withValidSelection(edited(state, "trim", removeIn(labelOf(state), editable(state), from, to)))

/** Begins the tracks of what is selected with the shown frame. */
export const beginHere = (state: EditorState): EditorState => removeFrom(state, 0, state.frame - 1)

/** Ends the tracks of what is selected with the shown frame. */
export const endHere = (state: EditorState): EditorState =>
  removeFrom(state, state.frame + 1, frameCount(labelOf(state)) - 1)

/** Removes what is selected from the shown frame alone. */
export const removeHere = (state: EditorState): EditorState => removeFrom(state, state.frame, state.frame)
