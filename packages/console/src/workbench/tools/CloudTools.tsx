/** The tools at the left of the cloud, or of the image of a camera that is edited. */

import type { Editor } from "../editor/Editor.ts"
import { isFixed } from "../editor/EditorState.ts"
import { useEditor, useStore } from "../editor/useStore.ts"
import { listTools } from "../session/openEditor.ts"
import { offeredInImages } from "../stages/camera/imageTools.ts"
import type { CloudView } from "../stages/cloud/CloudView.ts"
import type { PointPainter } from "./points/PointPainter.ts"
import { select } from "./select/stepEdit.ts"
import { spaceTools } from "./spaceShapes/makeSpaceShapeCommands.ts"
import type { ShapePen } from "./spaceShapes/ShapePen.ts"
import { ImageTools, type StripTool, ToolStrip } from "./ToolStrip.tsx"

interface CloudToolsProps {
  readonly editor: Editor
  readonly view: CloudView
  /** Paints, where objects are sets of points. */
  readonly painter: PointPainter | undefined
  /** Draws, where objects are shapes. */
  readonly pen: ShapePen | undefined
  readonly onImage: boolean
}

const offeredForPoints = listTools("pointcloud-segmentation")

const cuboidIcon = "M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8"

export const CloudTools = ({ editor, onImage, painter, pen, view }: CloudToolsProps) => {
  const state = useEditor(editor)
  const makes = useStore(view.making) !== undefined
  if (onImage) return <ImageTools editor={editor} offered={offeredInImages} />
  if (painter !== undefined)
    return <ImageTools editor={editor} offered={offeredForPoints} edit="lookAround" />
  const disabled = isFixed(state)
  const tools: ReadonlyArray<StripTool> = [
    { command: "edit", icon: select.icon, key: "deselect", pressed: !makes && state.tool === "edit" },
    ...(pen === undefined
      ? []
      : spaceTools.map(({ command, tool: { command: label, icon, name } }) => ({
          command,
          label,
          icon,
          pressed: state.tool === name,
          disabled,
        }))),
    { command: "cuboid", icon: cuboidIcon, pressed: makes, disabled },
  ]
  return <ToolStrip tools={tools} />
}
