/** The commands that are the same on images and on point clouds. */
import { frameCount } from "../../model/document/frames.ts"
import type { Editor } from "../../model/editor/Editor.ts"
import { labelOf, none } from "../../model/editor/EditorState.ts"
import {
  chooseCategory,
  copySelected,
  deleteSelected,
  paste,
  toggleKeyframe,
} from "../../model/editor/edit.ts"
import { splitSelected, trim } from "../../model/editor/tracks.ts"
import { toggleHidden } from "../../model/editor/visible.ts"
import type { CommandName } from "../../model/keys/commands.ts"

/** What ends or stores the work, and what the panels do. An absent one does nothing. */
export type Verbs = {
  readonly [Name in
    | "submit"
    | "reject"
    | "save"
    | "skip"
    | "nextWarning"
    | "previousWarning"
    | "issue"
    | "compare"
    | "keys"
    | "play"]?: (() => void) | undefined
}

/** How far a command goes through the frames. */
const frames: { readonly [Name in CommandName]?: number } = {
  previousFrame: -1,
  nextFrame: 1,
  previousFrames: -5,
  nextFrames: 5,
}

/** Runs a command. False when it does nothing here, so that the browser may do what the key means to it. */
export const runShared = (name: CommandName, editor: Editor, verbs: Verbs): boolean => {
  const step = frames[name]
  if (step !== undefined)
    return frameCount(labelOf(editor.state)) > 1 && did(() => editor.show(editor.state.frame + step))
  if (name.startsWith("category")) return categorized(editor, Number(name.slice("category".length)))
  switch (name) {
    case "undo":
      return did(() => editor.undo())
    case "redo":
      return did(() => editor.redo())
    case "nextObject":
      return editor.selectNext(1)
    case "previousObject":
      return editor.selectNext(-1)
    case "hideOthers":
      return did(() => editor.update((state) => ({ ...state, hidesOthers: !state.hidesOthers })))
    case "lock":
      return did(() => toggleLock(editor))
    case "hide":
      return did(() => editor.update((state) => toggleHidden(state, [...state.selected])))
    case "copy":
      return did(() => editor.update(copySelected))
    case "paste":
      return did(() => editor.update(paste))
    case "delete":
      return did(() => editor.update(deleteSelected))
    case "keyframe":
      // Nothing lies between two bitmaps that could be computed.
      return editor.surface === undefined && did(() => editor.update(toggleKeyframe))
    case "splitTrack":
      return did(() => editor.update(splitSelected))
    case "beginTrack":
    case "endTrack":
    case "removeHere":
      return did(() => trim(editor, name))
    case "submit":
    case "reject":
    case "save":
    case "skip":
    case "nextWarning":
    case "previousWarning":
    case "issue":
    case "compare":
    case "keys":
    case "play": {
      const verb = verbs[name]
      return verb !== undefined && did(verb)
    }
    default:
      return false
  }
}

/** Runs it, and says that it was done. */
export const did = (run: () => void): true => {
  run()
  return true
}

/** The category at a place of the configuration, as its digit says. */
const categorized = (editor: Editor, place: number): boolean => {
  const category = editor.setting.configuration.categories[place - 1]
  if (category === undefined) return false
  editor.update((state) => chooseCategory(state, category.id))
  return true
}

const toggleLock = (editor: Editor): void =>
  editor.update((state) => {
    if (state.selected.size === 0) return state
    const all = [...state.selected].every((key) => state.locked.has(key))
    const locked = new Set(state.locked)
    for (const key of state.selected) all ? locked.delete(key) : locked.add(key)
    return { ...state, locked: locked.size === 0 ? none : locked }
  })
