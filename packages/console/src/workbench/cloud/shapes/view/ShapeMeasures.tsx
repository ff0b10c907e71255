/** The size of the selected shape, its vertices, and its copies in other frames. */
import { Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { annotationIn, frameCount } from "../../../model/document/frames.ts"
import { labelOf } from "../../../model/editor/EditorState.ts"
import { useEditor } from "../../../view/useEditor.ts"
import { CopyRange } from "../../view/CopyRange.tsx"
import { useStore } from "../../view/Store.ts"
import { areaOnGround, lengthOfShape, spaceShapeOf } from "../model/spaceShape.ts"
import { twoDigits } from "../model/twoDigits.ts"
import type { ShapePen } from "./ShapePen.ts"
import { VertexFields } from "./VertexFields.tsx"

interface ShapeMeasuresProps {
  readonly pen: ShapePen
}

export const ShapeMeasures = ({ pen }: ShapeMeasuresProps) => {
  const { i18n, t } = useTranslation("workbench")
  const state = useEditor(pen.editor)
  useStore(pen.view.shownCloud)
  const [key] = state.selected
  const found = key === undefined ? undefined : annotationIn(labelOf(state), state.frame, key)
  const shape = found && spaceShapeOf(found, pen.heightAt)
  if (shape === undefined) return null
  const count = frameCount(labelOf(state))
  const fixed = state.readOnly || state.locked.has(shape.key)
  const text = (value: number) => twoDigits(value, i18n.language)
  const parts = [
    t("shapes.vertices", { count: shape.points.length }),
    ...(shape.type === "point" ? [] : [`${text(lengthOfShape(shape))} m`]),
    ...(shape.type === "polygon" ? [`${text(areaOnGround(shape))} m²`] : []),
  ]
  return (
    <>
      <Text size="sm" data-measures={shape.type}>
        {parts.join(" · ")}
      </Text>
      <VertexFields pen={pen} shape={shape} />
      {count > 1 ? <CopyRange key={shape.key} editor={pen.editor} count={count} fixed={fixed} /> : null}
    </>
  )
}
