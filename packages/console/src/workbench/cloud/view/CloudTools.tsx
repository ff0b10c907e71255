/** The tools at the left of the cloud, or of the image of a camera that is edited. */

import { useEditor, useStore } from "../../editor/useStore.ts"
import type { Editor } from "../../model/editor/Editor.ts"
import { isFixed } from "../../model/editor/EditorState.ts"
import type { Tool } from "../../model/tools/Gesture.ts"
import { ImageTools, type StripTool, ToolStrip } from "../../view/tools/ToolStrip.tsx"
import type { PointPainter } from "../points/view/PointPainter.ts"
import type { ShapePen } from "../shapes/view/ShapePen.ts"
import type { CloudView } from "./CloudView.ts"
import { offeredInImages } from "./sensors/imageTools.ts"

interface CloudToolsProps {
  readonly editor: Editor
  readonly view: CloudView
  /** Paints, where objects are sets of points. */
  readonly painter: PointPainter | undefined
  /** Draws, where objects are shapes. */
  readonly pen: ShapePen | undefined
  readonly onImage: boolean
}

const pointTools: ReadonlySet<Tool> = new Set(["edit", "brush", "lasso", "rectangle", "eraser"])

const shapes = [
  { command: "spacePolygon", label: "polygon" },
  { command: "spacePolyline", label: "polyline" },
  { command: "spacePoint", label: "point" },
] as const

export const CloudTools = ({ editor, onImage, painter, pen, view }: CloudToolsProps) => {
  const state = useEditor(editor)
  const makes = useStore(view.making) !== undefined
  if (onImage) return <ImageTools editor={editor} offered={offeredInImages} />
  if (painter !== undefined) return <ImageTools editor={editor} offered={pointTools} edit="lookAround" />
  const disabled = isFixed(state)
  const tools: ReadonlyArray<StripTool> = [
    { command: "edit", key: "deselect", pressed: !makes && state.tool === "edit" },
    ...(pen === undefined
      ? []
      : shapes.map(({ command, label }) => ({ command, label, pressed: state.tool === label, disabled }))),
    { command: "cuboid", pressed: makes, disabled },
  ]
  return <ToolStrip tools={tools} />
}
