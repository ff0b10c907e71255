/** Lists what is labeled in the images of the cameras of a multi-sensor sample. */
import { useMemo } from "react"
import type { Editor } from "../../../model/editor/Editor.ts"
import { openSensor } from "../../../model/editor/EditorState.ts"
import { listDrawn } from "../../../model/editor/visible.ts"
import { countByKey, type Finding } from "../../../model/warnings/Finding.ts"
import type { ShapeLayerProps } from "../../../view/canvas/ShapeLayer.tsx"
import { useEditor } from "../../../view/useEditor.ts"

/** The shapes of the shown frame by the name of their sensor. */
export const useShapes = (
  editor: Editor,
  findings: ReadonlyArray<Finding>,
): ReadonlyMap<string, ShapeLayerProps> => {
  const state = useEditor(editor)
  return useMemo(() => {
    const { categories } = editor.setting.configuration
    const colors = new Map(categories.map(({ color, id }) => [id, color]))
    const cameras = state.sensors.filter(({ edits, kind }) => edits && kind === "image")
    return new Map(
      cameras.map((sensor) => {
        const shapes = listDrawn(openSensor(state, sensor))
        const warned = new Set(countByKey(findings, state.frame, sensor.name).keys())
        return [sensor.name, { shapes, selected: state.selected, warned, colors }]
      }),
    )
  }, [editor, state, findings])
}
