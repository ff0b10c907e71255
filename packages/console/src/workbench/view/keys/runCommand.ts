/** What each command does to the editor and to the view. */
import type { MaskDocument } from "../../bitmap/MaskDocument.ts"
import { frameCount } from "../../model/document/frames.ts"
import type { Editor } from "../../model/editor/Editor.ts"
import { labelOf, none } from "../../model/editor/EditorState.ts"
import {
  chooseCategory,
  copySelected,
  deleteSelected,
  nudge,
  paste,
  toggleKeyframe,
} from "../../model/editor/edit.ts"
import { toggleHidden } from "../../model/editor/visible.ts"
import type { Point } from "../../model/geometry/point.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import type { Tool } from "../../model/tools/Gesture.ts"
import type { ViewportStore } from "../canvas/ViewportStore.ts"
import type { KeyboardCross } from "./KeyboardCross.ts"
import { runMaskCommand } from "./runMaskCommand.ts"

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

export interface CommandTarget {
  readonly editor: Editor
  readonly viewport: ViewportStore
  readonly cross: KeyboardCross
  readonly verbs: Verbs
  readonly offered: ReadonlySet<Tool>
  /** The bitmap, where objects are areas. */
  readonly mask?: MaskDocument | undefined
}

const tools: { readonly [Name in CommandName]?: Tool } = {
  edit: "edit",
  box: "bbox",
  polygon: "polygon",
  polyline: "polyline",
  point: "point",
  brush: "brush",
  eraser: "eraser",
  fill: "fill",
  area: "area",
}

/** Directions, with the step in pixels of the image. */
const directions: { readonly [Name in CommandName]?: Point } = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
  frameLeft: [-1, 0],
  frameRight: [1, 0],
  leftFar: [-10, 0],
  rightFar: [10, 0],
  upFar: [0, -10],
  downFar: [0, 10],
  frameLeftFar: [-10, 0],
  frameRightFar: [10, 0],
}

/** How far a command goes through the frames. */
const frames: { readonly [Name in CommandName]?: number } = {
  previousFrame: -1,
  nextFrame: 1,
  previousFrames: -5,
  nextFrames: 5,
}

/** Runs a command. False when it does nothing here, so that the browser may do what the key means to it. */
export const runCommand = (name: CommandName, target: CommandTarget): boolean => {
  const { cross, editor, mask, offered, verbs, viewport } = target
  const ofBitmap = mask === undefined ? undefined : runMaskCommand(name, mask)
  if (ofBitmap !== undefined) return ofBitmap
  const tool = tools[name]
  if (tool !== undefined) return offered.has(tool) && did(() => editor.choose(tool))
  const direction = directions[name]
  if (direction !== undefined) return moved(direction, target)
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
      return did(() =>
        editor.state.gesture.kind === "path"
          ? editor.point({ kind: "back" }, viewport.current.scale)
          : editor.update(deleteSelected),
      )
    case "keyframe":
      return did(() => editor.update(toggleKeyframe))
    case "deselect":
      return did(() => {
        cross.hide()
        editor.escape()
      })
    case "finishShape":
      return cross.press()
    case "fit":
      return did(() => viewport.fit())
    case "zoomIn":
      return did(() => viewport.zoomCentered(1.25))
    case "zoomOut":
      return did(() => viewport.zoomCentered(0.8))
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

const did = (run: () => void): true => {
  run()
  return true
}

const moved = (by: Point, { cross, editor }: CommandTarget): boolean => {
  if (editor.state.tool !== "edit") return cross.move(by)
  if (editor.state.selected.size === 0) return false
  editor.update((state, setting) => nudge(state, by, setting))
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
