/** The edits of tracks: named steps of the history. */
import { idle } from "../../tools/Gesture.ts"
import type { Editor } from "../Editor.ts"
import { type EditorState, getLabel } from "../EditorState.ts"
import { withMembers } from "../json/edit.ts"
import { isDrawn } from "../label/annotation.ts"
import { countFrames, findAnnotation, hasFrame, isSequence, listAnnotations } from "../label/frames.ts"
import { withPasted } from "../label/shapes.ts"
import { extendHere, extendToEnd, extendToNext } from "../label/tracks/extend.ts"
import { withKeyframe } from "../label/tracks/keyframes.ts"
import { mergeTracks, removeIn, splitTrack } from "../label/tracks/tracks.ts"
import { applyEdit, listEditable, type Setting } from "./edit.ts"

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

/** A track that the frame has no more is not seen to be selected: the next key would delete it from all frames. */
const withShownSelection = (state: EditorState): EditorState => {
  const shown = new Set(listAnnotations(getLabel(state), state.frame).map(({ key }) => key))
  const selected = [...state.selected].filter((key) => shown.has(key))
  return selected.length === state.selected.size ? state : { ...state, selected: new Set(selected) }
}

/** Copies what is selected into the next frame, and shows it. An object that is there gets the shape as a keyframe. */
export const copyToNext = (state: EditorState, { tracks }: Setting): EditorState => {
  let label = getLabel(state)
  const next = state.frame + 1
  if (state.readOnly || !hasFrame(label, next)) return state
  for (const key of listEditable(state)) {
    const copy = findAnnotation(label, state.frame, key)
    if (copy === undefined || !isDrawn(copy)) continue
    const there = findAnnotation(label, next, key)
    label =
      there === undefined
        ? withPasted(label, next, [copy], tracks, state.usedIds).label
        : withKeyframe(
            label,
            next,
            key,
            withMembers(there.source, { points: copy.source.points, shape: copy.source.shape }),
            tracks,
          )
  }
  return { ...applyEdit(state, "paste", label), frame: next, gesture: idle }
}

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
