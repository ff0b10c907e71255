/** The edits of tracks: named steps of the history. */
import type { Editor } from "../Editor.ts"
import { type EditorState, getLabel } from "../EditorState.ts"
import { countFrames, isSequence } from "../label/frames.ts"
import { extendHere, extendToEnd, extendToNext } from "../label/tracks/extend.ts"
import { mergeTracks, removeIn, splitTrack } from "../label/tracks/tracks.ts"
import { applyEdit, listEditable, type Setting, withShownSelection } from "./edit.ts"

/** Splits what is selected: from the shown frame on, each is a new track, which is selected. */
export const splitSelected = (state: EditorState): EditorState => {
  if (state.readOnly || !isSequence(getLabel(state))) return state
  let label = getLabel(state)
  const selected = new Set<string>()
  for (const key of listEditable(state)) {
    const split = splitTrack(label, state.frame, key, state.usedIds)
    label = split.label
    selected.add(split.key)
  }
  return label === getLabel(state) ? state : { ...applyEdit(state, "splitTrack", label), selected }
}

/** Merges the one selected track into another, and selects that. Nothing happens where a frame shows both. */
export const mergeInto = (state: EditorState, into: string): EditorState => {
  const [from, ...others] = listEditable(state)
  if (from === undefined || others.length > 0 || state.readOnly || state.locked.has(into)) return state
  const label = mergeTracks(getLabel(state), into, from)
  return label === getLabel(state)
    ? state
    : { ...applyEdit(state, "mergeTracks", label), selected: new Set([into]) }
}

/** Removes what is selected from some frames. */
const removeFrom = (state: EditorState, from: number, to: number): EditorState =>
  state.readOnly || !isSequence(getLabel(state))
    ? state
    : withShownSelection(applyEdit(state, "trim", removeIn(getLabel(state), listEditable(state), from, to)))

const extensions = { extendHere, extendToEnd, extendToNext } as const

export type ExtensionName = keyof typeof extensions

/** Makes the tracks of what is selected longer, also where the shown frame lacks them. */
export const extendSelected = (state: EditorState, name: ExtensionName, { tracks }: Setting): EditorState => {
  if (state.readOnly || !isSequence(getLabel(state))) return state
  let label = getLabel(state)
  for (const key of listEditable(state)) label = extensions[name](label, state.frame, key, tracks)
  return applyEdit(state, "extend", label)
}

const edits = {
  beginTrack: (frame: number) => [0, frame - 1],
  endTrack: (frame: number, count: number) => [frame + 1, count - 1],
  removeHere: (frame: number) => [frame, frame],
} as const satisfies { readonly [name: string]: (frame: number, count: number) => readonly [number, number] }

export type TrimName = keyof typeof edits

/** Begins or ends the tracks of what is selected with the shown frame, or removes them from it alone. */
export const trim = (editor: Editor, name: TrimName): void => {
  const { frame } = editor.state
  const [from, to] = edits[name](frame, countFrames(getLabel(editor.state)))
  removeFrames(editor, from, to)
}

/** Removes what is selected from some frames: shapes in the label, areas with their pixels or points. */
export const removeFrames = (editor: Editor, from: number, to: number): void => {
  if (editor.surface === undefined) editor.update((state) => removeFrom(state, from, to))
  else void editor.surface.deleteIn(from, to)
}
