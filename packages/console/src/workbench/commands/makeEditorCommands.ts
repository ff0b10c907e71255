/** The commands that are the same on images and on point clouds. */
import type { Editor } from "../editor/Editor.ts"
import { getLabel, toggleHidden, toggleLocked } from "../editor/EditorState.ts"
import {
  chooseCategory,
  copySelected,
  deleteSelected,
  orderSelected,
  paste,
  toggleKeyframe,
} from "../editor/edits/edit.ts"
import { extendSelected, splitSelected, trim } from "../editor/edits/tracks.ts"
import { countFrames } from "../editor/label/frames.ts"
import { type CommandSet, makeEach } from "./Command.ts"

/** `listKeys` lists the objects of the shown frame, in the order in which keys walk through them. */
export const makeEditorCommands = (editor: Editor, listKeys: () => ReadonlyArray<string>): CommandSet => ({
  undo: { run: () => editor.undo() },
  redo: { run: () => editor.redo() },
  nextObject: { run: () => editor.selectNext(1, listKeys()) },
  previousObject: { run: () => editor.selectNext(-1, listKeys()) },
  hideOthers: { run: () => editor.update((state) => ({ ...state, hidesOthers: !state.hidesOthers })) },
  lock: { run: () => editor.update((state) => toggleLocked(state, [...state.selected])) },
  hide: { run: () => editor.update((state) => toggleHidden(state, [...state.selected])) },
  ...makeEach({ toFront: "front", toBack: "back" } as const, (place) => ({
    run: () => editor.update((state) => orderSelected(state, place)),
  })),
  copy: { run: () => editor.update(copySelected) },
  paste: { run: () => editor.update(paste) },
  delete: { run: () => editor.update(deleteSelected) },
  // Nothing lies between two bitmaps that could be computed.
  keyframe: { enabled: () => editor.surface === undefined, run: () => editor.update(toggleKeyframe) },
  ...makeEach(extensionNames, (name) => ({
    enabled: () => editor.surface === undefined,
    run: () => editor.update((state, setting) => extendSelected(state, name, setting)),
  })),
  splitTrack: { run: () => editor.update(splitSelected) },
  beginTrack: { run: () => trim(editor, "beginTrack") },
  endTrack: { run: () => trim(editor, "endTrack") },
  removeHere: { run: () => trim(editor, "removeHere") },
  ...makeEach({ previousFrame: -1, nextFrame: 1, previousFrames: -5, nextFrames: 5 }, (step) => ({
    enabled: () => countFrames(getLabel(editor.state)) > 1,
    run: () => editor.show(editor.state.frame + step),
  })),
  ...makeEach(categoryNumbers, (number) => {
    const find = () => editor.setting.configuration.categories[number - 1]
    return {
      enabled: () => find() !== undefined,
      run: () =>
        editor.update((state, setting) => {
          const category = find()
          return category === undefined ? state : chooseCategory(state, category.id, setting)
        }),
    }
  }),
})

const extensionNames = {
  extendHere: "extendHere",
  extendToNext: "extendToNext",
  extendToEnd: "extendToEnd",
} as const

/** The categories that have a digit, from 1. */
const categoryNumbers = {
  category1: 1,
  category2: 2,
  category3: 3,
  category4: 4,
  category5: 5,
  category6: 6,
  category7: 7,
  category8: 8,
  category9: 9,
} as const
