/** The commands of the workbench of point clouds and the scopes of their keys, by what is edited. */
import { useMemo } from "react"
import type { CommandSet } from "../../commands/Command.ts"
import type { Editor } from "../../editor/Editor.ts"
import { getLabel } from "../../editor/EditorState.ts"
import { isSequence } from "../../editor/label/frames.ts"
import { useEditor } from "../../editor/useStore.ts"
import type { KeyScope } from "../../input/keys/Binding.ts"
import type { CloudTool } from "../../tools/CloudTool.ts"
import { type ImageTools, offeredInImages } from "../camera/imageTools.ts"
import { makeImageCommands } from "../image/makeImageCommands.ts"
import type { CloudView } from "./CloudView.ts"
import { makeCloudCommands } from "./makeCloudCommands.ts"

interface CloudTarget {
  readonly editor: Editor
  readonly view: CloudView
  readonly tools: ReadonlyArray<CloudTool>
  /** Draws in the image of a camera, which has the keys of images while it is edited. */
  readonly imageTools: ImageTools
}

interface CloudCommands {
  readonly commands: ReadonlyArray<CommandSet>
  readonly scopes: ReadonlySet<KeyScope>
}

export const useCloudCommands = ({ editor, imageTools, tools, view }: CloudTarget): CloudCommands => {
  const state = useEditor(editor)
  const onImage = state.sensor?.kind === "image"
  const sequence = isSequence(getLabel(state))
  const hasKeyframes = sequence && tools.some(({ scopes }) => scopes.includes("cuboids"))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the sensor decides which tools are active
  return useMemo(() => {
    const active = tools.filter(({ isActive }) => isActive?.() !== false)
    const scopes = new Set<KeyScope>([
      "everywhere",
      "workbench",
      ...(onImage ? (["2d", "shapes"] as const) : (["3d"] as const)),
      ...(onImage ? [] : active.flatMap((tool) => tool.scopes)),
      ...(sequence ? (["frames"] as const) : []),
      ...(hasKeyframes ? (["keyframes"] as const) : []),
    ])
    const commands = onImage
      ? [makeImageCommands({ editor, ...imageTools, offered: offeredInImages })]
      : [...active.map((tool) => tool.commands), makeCloudCommands(editor, view)]
    return { commands, scopes }
  }, [editor, view, tools, imageTools, onImage, sequence, hasKeyframes, state.sensor])
}
