/** The commands of an image: its tools, the moves of the selection or of the cross, and the zoom. */
import { type CommandSet, makeEach, makeEachTool } from "../../commands/Command.ts"
import type { CommandName } from "../../commands/commands.ts"
import type { Editor } from "../../editor/Editor.ts"
import { copyToNext } from "../../editor/edits/copies.ts"
import { nudge } from "../../editor/edits/edit.ts"
import { linkSelected } from "../../editor/edits/links.ts"
import type { Point } from "../../geometry/point.ts"
import { imageTools } from "../../tools/toolList.ts"
import type { Tool } from "../../tools/tools.ts"
import type { KeyboardCross } from "./KeyboardCross.ts"
import { hasTools, type Picture } from "./Picture.ts"
import type { ViewportStore } from "./ViewportStore.ts"

interface ImageTarget {
  readonly editor: Editor
  readonly viewport: ViewportStore
  readonly picture: Picture
  readonly cross: KeyboardCross
  readonly offered: ReadonlySet<Tool>
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

export const makeImageCommands = ({
  cross,
  editor,
  offered,
  picture,
  viewport,
}: ImageTarget): CommandSet => ({
  ...makeEachTool(imageTools, (tool) => ({
    enabled: () => offered.has(tool) && (tool === "edit" || hasTools(picture.state)),
    run: () => {
      cross.followKeys()
      editor.choose(tool)
    },
  })),
  ...makeEach(directions, (by) => ({
    enabled: () => (editor.state.tool === "edit" ? editor.state.selected.size > 0 : picture.isReady),
    run: () => {
      if (editor.state.tool === "edit") editor.update((state, setting) => nudge(state, by, setting))
      else cross.move(by)
    },
  })),
  nextObject: { run: () => editor.selectBelow(viewport.state.scale) },
  copyToNext: { run: () => editor.update(copyToNext) },
  link: { run: () => editor.update(linkSelected) },
  delete: {
    run: () => {
      if (editor.state.gesture.kind !== "path") return false
      return editor.point({ kind: "back" }, viewport.state.scale)
    },
  },
  deselect: {
    run: () => {
      cross.hide()
      editor.escape()
    },
  },
  finishShape: { run: () => picture.isReady && cross.press() },
  fit: { run: () => viewport.fit() },
  zoomIn: { run: () => viewport.zoomCentered(1.25) },
  zoomOut: { run: () => viewport.zoomCentered(0.8) },
})
