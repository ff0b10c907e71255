/** The size of the selected shape, its vertices, and its copies in other frames. */
import { Text } from "@mantine/core"
import { useTranslation } from "react-i18next"
import { countFrames, findAnnotation } from "../../../model/document/frames.ts"
import { getLabel } from "../../../model/editor/EditorState.ts"
import { useEditor } from "../../../view/useEditor.ts"
import { CopyRange } from "../../view/CopyRange.tsx"
import { useStore } from "../../view/Store.ts"
import { measureGroundArea, measureShapeLength, readSpaceShape } from "../model/spaceShape.ts"
import { formatTwoDigits } from "../model/twoDigits.ts"
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
  const annotation = key === undefined ? undefined : findAnnotation(getLabel(state), state.frame, key)
  const shape = annotation && readSpaceShape(annotation, pen.heightAt)
  if (shape === undefined) return null
  const count = countFrames(getLabel(state))
  const fixed = state.readOnly || state.locked.has(shape.key)
  const formatNumber = (value: number) => formatTwoDigits(value, i18n.language)
  const parts = [
    t("shapes.vertices", { count: shape.points.length }),
    ...(shape.type === "point" ? [] : [`${formatNumber(measureShapeLength(shape))} m`]),
    ...(shape.type === "polygon" ? [`${formatNumber(measureGroundArea(shape))} m²`] : []),
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
