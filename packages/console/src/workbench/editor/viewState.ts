/** The state of the tools and of the list of objects, which comes back with a draft and is no part of the label. */
import type { Tool } from "../tools/tools.ts"
import type { Editor } from "./Editor.ts"
import { type EditorState, getWholeLabel } from "./EditorState.ts"
import type { Setting } from "./edits/edit.ts"

export interface ViewState {
  readonly tool: Tool
  readonly categoryId: number
  readonly locked: ReadonlyArray<string>
  readonly hidden: ReadonlyArray<string>
  readonly hidesOthers: boolean
  /** The name of the chosen sensor, where there are several. */
  readonly sensor?: string | undefined
}

/** Reads the state of the tools and of the list of objects. */
export const readView = (state: EditorState): ViewState => ({
  tool: state.tool,
  categoryId: state.categoryId,
  locked: [...state.locked],
  hidden: [...state.hidden],
  hidesOthers: state.hidesOthers,
  sensor: state.sensor?.name,
})

/** The tools for the next sample, whose objects are others. */
export const readTools = (state: EditorState): ViewState => ({
  ...readView(state),
  locked: [],
  hidden: [],
  hidesOthers: false,
})

/** The state with that of a draft or of the sample before. A category that the configuration lacks stays out. */
export const restoreView = (state: EditorState, view: ViewState, { configuration }: Setting): EditorState => {
  const isKnown = configuration.categories.some(({ id }) => id === view.categoryId)
  // The tools differ between sensors, and a pin is set once.
  const keepsTool = !state.readOnly && view.sensor === state.sensor?.name && view.tool !== "pin"
  return {
    ...state,
    tool: keepsTool ? view.tool : state.tool,
    categoryId: isKnown ? view.categoryId : state.categoryId,
    locked: new Set(view.locked),
    hidden: new Set(view.hidden),
    hidesOthers: view.hidesOthers,
  }
}

/** Whether nothing differs that a draft keeps. */
export const isSameView = (a: EditorState, b: EditorState): boolean =>
  a.tool === b.tool &&
  a.categoryId === b.categoryId &&
  a.locked === b.locked &&
  a.hidden === b.hidden &&
  a.hidesOthers === b.hidesOthers

/** Calls back after each change of an editor, with whether a draft differs by it. Returns what stops that. */
export const watchEdits = (editor: Editor, onChange: (differs: boolean) => void): (() => void) => {
  let before = editor.state
  return editor.subscribe(() => {
    const isSame = getWholeLabel(editor.state) === getWholeLabel(before) && isSameView(editor.state, before)
    before = editor.state
    onChange(!isSame)
  })
}
