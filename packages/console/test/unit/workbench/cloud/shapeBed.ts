/** A pen over a plane with a post, looked at from right above. */
import { expect } from "vitest"
import { parse } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { listAnnotations } from "../../../../src/workbench/editor/label/frames.ts"
import { makeScreenProjection } from "../../../../src/workbench/geometry/space/onScreen.ts"
import { openEditor } from "../../../../src/workbench/session/openEditor.ts"
import { CloudView } from "../../../../src/workbench/stages/cloud/CloudView.ts"
import { ShapePen } from "../../../../src/workbench/tools/spaceShapes/ShapePen.ts"
import { cloudOf } from "./scan.ts"

const dataset: JsonObject = {
  task_type: "pointcloud-vector",
  task_attributes: { categories: [{ id: 1, name: "stripe" }] },
}

export const read = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("The label is no object.")
  return value
}

/** A plane at a height, with a post on it. */
export const plane = cloudOf([
  ...Array.from({ length: 41 * 41 }, (_, at) => [(at % 41) - 20, Math.floor(at / 41) - 20, -1.5] as const),
  [5, 5, 3],
])

export const open = (text = '{"annotations": []}', settings: JsonObject = {}) => {
  const editor = openEditor({ ...dataset, ...settings }, {}, read(text))
  const view = new CloudView()
  view.size = { width: 800, height: 600 }
  view.setCloud(plane, 0)
  const pen = new ShapePen(editor, view)
  /** The pixel of a place, from the view right above. */
  const pixel = (x: number, y: number, z = -1.5) => {
    const orbit = view.orbit.state
    const at = orbit && makeScreenProjection(orbit, view.size)([x, y, z])
    if (at === undefined) throw new Error("The place is not seen.")
    return at
  }
  const press = (x: number, y: number, z?: number) => pen.press(pixel(x, y, z), false)
  return { editor, pen, pixel, press, view }
}

export const pointsOf = (label: JsonObject, index = 0, frame = 0): ReadonlyArray<ReadonlyArray<number>> => {
  const found = listAnnotations(label, frame)[index]?.source.points
  return JSON.parse(JSON.stringify(found)) as ReadonlyArray<ReadonlyArray<number>>
}

export const near = (
  found: ReadonlyArray<ReadonlyArray<number>>,
  expected: ReadonlyArray<ReadonlyArray<number>>,
) => {
  expect(found).toHaveLength(expected.length)
  for (const [index, place] of expected.entries())
    for (const [axis, value] of place.entries())
      expect(Math.abs((found[index]?.[axis] ?? Number.NaN) - value)).toBeLessThan(0.05)
}
