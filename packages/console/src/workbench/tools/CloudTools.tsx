/** The tools at the left of the cloud, or of the image of a camera that is edited. */

import type { Editor } from "../editor/Editor.ts"
import { isFixed } from "../editor/EditorState.ts"
import { useEditor, useStore } from "../editor/useStore.ts"
import { listTools } from "../session/openEditor.ts"
import { offeredInImages } from "../stages/camera/imageTools.ts"
import type { CloudView } from "../stages/cloud/CloudView.ts"
import { cuboid } from "./cuboid/cuboid.ts"
import type { PointPainter } from "./points/PointPainter.ts"
import { select } from "./select/stepEdit.ts"
import type { ShapePen } from "./spaceShapes/ShapePen.ts"
import { ImageTools, ToolStrip } from "./ToolStrip.tsx"
import { listButtons, spaceTools } from "./tools.ts"

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

export const CloudTools = ({ editor, onImage, painter, pen, view }: CloudToolsProps) => {
  const state = useEditor(editor)
  const makes = useStore(view.making) !== undefined
  if (onImage) return <ImageTools editor={editor} offered={offeredInImages} />
  if (painter !== undefined)
    return <ImageTools editor={editor} offered={offeredForPoints} edit="lookAround" />
  const chosen = makes ? cuboid.name : state.tool
  const offered = pen === undefined ? spaceTools.filter(({ scope }) => scope !== "spaceShapes") : spaceTools
  return (
    <ToolStrip
      tools={[
        { command: "edit", icon: select.icon, key: "deselect", pressed: chosen === select.name },
        ...listButtons(offered, chosen, isFixed(state)),
      ]}
    />
  )
}
