/** The tools at the left of the cloud, or of the image of a camera that is edited. */
import { isFixed } from "../editor/EditorState.ts"
import { useEditor, useStore } from "../editor/useStore.ts"
import { listTools } from "../session/openEditor.ts"
import { offeredInImages } from "../stages/camera/imageTools.ts"
import { useActivePen, useCloudParts } from "../stages/cloud/CloudParts.ts"
import { useWork } from "../Work.ts"
import { cuboid } from "./cuboid/cuboid.ts"
import { select } from "./select/stepEdit.ts"
import { ImageTools, PlaneTools, ToolStrip } from "./ToolStrip.tsx"
import { listButtons, spaceTools } from "./tools.ts"

const offeredForPoints = listTools("pointcloud-segmentation")

export const CloudTools = () => {
  const { editor } = useWork()
  const { imageTools, painter, pen: drawn, view } = useCloudParts()
  const pen = useActivePen(drawn)
  const state = useEditor(editor)
  const makes = useStore(view.making) !== undefined
  if (state.sensor?.kind === "image")
    return <ImageTools editor={editor} offered={offeredInImages} picture={imageTools.picture} />
  if (painter !== undefined)
    return <PlaneTools kind="cloud" editor={editor} offered={offeredForPoints} edit="lookAround" />
  const chosen = makes ? cuboid.name : state.tool
  const offered = pen === undefined ? spaceTools.filter(({ scope }) => scope !== "spaceShapes") : spaceTools
  return (
    <ToolStrip
      kind="cloud"
      tools={[
        { command: "edit", icon: select.icon, key: "deselect", pressed: chosen === select.name },
        ...listButtons(offered, chosen, isFixed(state)),
      ]}
    />
  )
}
