/** What each command does to the editor and to the view of an image. */
import type { Masks } from "../../bitmap/Masks.ts"
import type { Editor } from "../../model/editor/Editor.ts"
import { nudge } from "../../model/editor/edit.ts"
import { linkSelected } from "../../model/editor/links.ts"
import { copyToNext } from "../../model/editor/tracks.ts"
import type { Point } from "../../model/geometry/point.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import type { Tool } from "../../model/tools/Gesture.ts"
import type { ViewportStore } from "../canvas/ViewportStore.ts"
import type { KeyboardCross } from "./KeyboardCross.ts"
import { runMaskCommand } from "./runMaskCommand.ts"
import { did, runShared, type Verbs } from "./runShared.ts"

export interface CommandTarget {
  readonly editor: Editor
  readonly viewport: ViewportStore
  readonly cross: KeyboardCross
  readonly verbs: Verbs
  readonly offered: ReadonlySet<Tool>
  /** The bitmaps, where objects are areas. */
  readonly masks?: Masks | undefined
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

/** Runs a command. False when it does nothing here, so that the browser may do what the key means to it. */
export const runCommand = (name: CommandName, target: CommandTarget): boolean => {
  const { cross, editor, masks, offered, verbs, viewport } = target
  const ofBitmap = masks === undefined ? undefined : runMaskCommand(name, masks)
  if (ofBitmap !== undefined) return ofBitmap
  const tool = tools[name]
  if (tool !== undefined) return offered.has(tool) && did(() => editor.choose(tool))
  const direction = directions[name]
  if (direction !== undefined) return moved(direction, target)
  switch (name) {
    case "nextObject":
      return editor.selectBelow(viewport.current.scale) || runShared(name, editor, verbs)
    case "copyToNext":
      return did(() => editor.update(copyToNext))
    case "link":
      return did(() => editor.update(linkSelected))
    case "delete":
      if (editor.state.gesture.kind !== "path") return runShared(name, editor, verbs)
      return did(() => editor.point({ kind: "back" }, viewport.current.scale))
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
    default:
      return runShared(name, editor, verbs)
  }
}

const moved = (by: Point, { cross, editor }: CommandTarget): boolean => {
  if (editor.state.tool !== "edit") return cross.move(by)
  if (editor.state.selected.size === 0) return false
  editor.update((state, setting) => nudge(state, by, setting))
  return true
}
