/** Labels of points for tests, and what the tools do to them. */
import { PointDocument } from "../../../../src/workbench/documents/points/PointDocument.ts"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { parse, print } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { openEditor } from "../../../../src/workbench/session/openEditor.ts"

export const size = 12

export const dataset: JsonObject = {
  task_type: "pointcloud-segmentation",
  task_attributes: {
    categories: [
      { id: 1, name: "car" },
      { id: 2, name: "ground", has_instances: false },
    ],
  },
}

export const read = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("The label is no object.")
  return value
}

export const open = (text: string, limit?: number) => {
  const editor = openEditor(dataset, {}, read(text))
  const points = new PointDocument(editor, [], limit)
  return { editor, points }
}

export const sent = (points: PointDocument): JsonObject =>
  read(print(points.fillLabel(getLabel(points.editor.state))))

export const still = (ids: string, annotations = ""): string =>
  `{ "format_version": "0.2", "annotations": [${annotations}], "point_annotations": ${ids} }`

export const zeros = `[${Array.from({ length: size }, () => 0).join(", ")}]`
export const car = '{"id": 3, "category_id": 1, "attributes": {"stamp": 1234567890123456789}}'

export const paint = (points: PointDocument, places: ReadonlyArray<number>, erases = false): void => {
  points.begin(erases)
  points.paint(Uint32Array.from(places))
  points.end()
}
