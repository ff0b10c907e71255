/** The keys of the workbench of point clouds: where they act, and what runs their commands. */
import { type RefObject, useCallback, useMemo } from "react"
import { isSequence } from "../../model/document/frames.ts"
import { labelOf } from "../../model/editor/EditorState.ts"
import type { KeyScope } from "../../model/keys/Binding.ts"
import type { CommandName } from "../../model/keys/commands.ts"
import type { Keymap } from "../../model/keys/keymap.ts"
import { runCommand } from "../../view/keys/runCommand.ts"
import { useKeys } from "../../view/keys/useKeys.ts"
import { useEditor } from "../../view/useEditor.ts"
import type { PointPainter } from "../points/view/PointPainter.ts"
import { runPointCommand } from "../points/view/runPointCommand.ts"
import { runShapeCommand } from "../shapes/view/runShapeCommand.ts"
import type { ShapePen } from "../shapes/view/ShapePen.ts"
import { type CloudTarget, runCloudCommand } from "./runCloudCommand.ts"
import { type ImageTools, offeredInImages } from "./sensors/imageTools.ts"

interface CloudKeys extends CloudTarget {
  readonly keymap: Keymap
  /** The only element in which they act, where the window shows something else besides. */
  readonly within: RefObject<HTMLElement | null> | undefined
  readonly tools: ImageTools
  /** What paints, where objects are sets of points. */
  readonly painter: PointPainter | undefined
  /** What draws, where objects are shapes. */
  readonly pen: ShapePen | undefined
}

/** Listens to the keys. Gives the scopes in which they act now. */
export const useCloudKeys = (keys: CloudKeys): ReadonlySet<KeyScope> => {
  const { editor, keymap, painter, pen, tools, verbs, view, within, work } = keys
  const state = useEditor(editor)
  const onImage = state.sensor?.kind === "image"
  const sequence = isSequence(labelOf(state))
  const scopes = useMemo(
    () =>
      new Set<KeyScope>([
        "everywhere",
        "workbench",
        ...(onImage ? (["2d", "shapes"] as const) : (["3d"] as const)),
        ...(onImage
          ? []
          : painter === undefined
            ? (["cuboids"] as const)
            : (["painting", "points"] as const)),
        ...(pen !== undefined && !onImage ? (["spaceShapes"] as const) : []),
        ...(sequence ? (["frames"] as const) : []),
        ...(sequence && painter === undefined ? (["keyframes"] as const) : []),
      ]),
    [painter, pen, sequence, onImage],
  )
  const run = useCallback(
    (name: CommandName) =>
      onImage
        ? runCommand(name, { editor, ...tools, offered: offeredInImages, verbs })
        : ((painter && runPointCommand(name, painter)) ??
          (pen && runShapeCommand(name, pen)) ??
          runCloudCommand(name, { editor, view, verbs, work })),
    [editor, view, work, tools, verbs, painter, pen, onImage],
  )
  useKeys(keymap, scopes, run, within)
  return scopes
}
