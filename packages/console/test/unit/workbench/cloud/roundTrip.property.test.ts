/**
 * Labels of point clouds through the editor and back. `ANNOTARY_DRIVE` may name a folder with a recorded one, as `configuration.json`,
 * `sample.json` and `label.json`.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Editor } from "../../../../src/workbench/editor/Editor.ts"
import { getLabel } from "../../../../src/workbench/editor/EditorState.ts"
import { flipCuboids, nudgeCuboids } from "../../../../src/workbench/editor/edits/cuboidEdits.ts"
import { deleteSelected } from "../../../../src/workbench/editor/edits/edit.ts"
import { parse, print } from "../../../../src/workbench/editor/json/parse.ts"
import { isObject, type JsonObject } from "../../../../src/workbench/editor/json/value.ts"
import { countFrames, listAnnotations } from "../../../../src/workbench/editor/label/frames.ts"
import { findDatasetFamily, labelToEdit, openEditor } from "../../../../src/workbench/session/openEditor.ts"

const read = (text: string): JsonObject => {
  const value = parse(text)
  if (!isObject(value)) throw new Error("not an object")
  return value
}

const editorOf = (label: string, sample: JsonObject, configuration: JsonObject): Editor => {
  const dataset = { task_type: "pointcloud-cuboid-sequence", task_attributes: configuration }
  const family = findDatasetFamily(dataset)
  if (family === undefined) throw new Error("The workbench does not edit such labels.")
  return openEditor(dataset, sample, labelToEdit(family, sample, read(label)))
}

/** Looks at each frame, and selects what is in it. */
const lookAround = (editor: Editor): void => {
  for (let frame = 0; frame < countFrames(getLabel(editor.state)); frame++) {
    editor.show(frame)
    editor.select(new Set(listAnnotations(getLabel(editor.state), frame).map(({ key }) => key)))
  }
}

/** Edits what is selected, and takes all of it back. */
const editAndUndo = (editor: Editor): void => {
  editor.update((state, setting) => nudgeCuboids(state, [0.5, 0, 0.1], setting))
  editor.update((state, setting) => flipCuboids(state, setting))
  editor.update(deleteSelected)
  for (let step = 0; step < 3; step++) editor.undo()
}

const configuration = { format_version: "0.1", categories: [{ id: 1, name: "car" }] }

const number = fc.oneof(
  fc.double({ min: -1e6, max: 1e6, noNaN: true }).map(String),
  fc.integer({ min: -99, max: 99 }).map((value) => `${value}.0`),
  fc.constantFrom("0.10", "1e1", "-0.0", "12.3456789012345678901"),
)
const nanoseconds = fc.bigInt({ min: 10n ** 18n, max: 2n * 10n ** 18n }).map(String)
const cuboid = (id: number) =>
  fc
    .array(number, { minLength: 7, maxLength: 7 })
    .map(
      ([x, y, z, l, w, h, yaw]) =>
        `{"id": ${id}, "track_id":${id}, "is_keyframe": true,"category_id": 1, "type": "cuboid", "position": {"x":${x}, "y":${y},"z": ${z}}, "dimensions": {"x":${l},"y":${w},"z":${h}}, "yaw": ${yaw}, "attributes" : {}, "vendor":{"\\u00e9": ${yaw}} }`,
    )
const frame = fc
  .tuple(nanoseconds, fc.integer({ min: 0, max: 3 }))
  .chain(([time, count]) =>
    fc
      .tuple(...Array.from({ length: count }, (_, index) => cuboid(index + 1)))
      .map((cuboids) => `{ "timestamp": ${time}, "annotations" :[${cuboids.join(",\n ")}] }`),
  )
const labels = fc
  .array(frame, { minLength: 1, maxLength: 4 })
  .map((frames) => `{"format_version": "0.2" ,"frames": [${frames.join(", ")}], "vendor": [ 1.0, null ]}`)

describe("a label of point clouds in the editor", () => {
  it("is printed with the bytes that it was read from, also after edits that were undone", () => {
    fc.assert(
      fc.property(labels, (label) => {
        const editor = editorOf(label, { frames: [] }, configuration)
        lookAround(editor)
        expect(print(getLabel(editor.state))).toBe(label)
        editAndUndo(editor)
        expect(print(getLabel(editor.state))).toBe(label)
      }),
    )
  })

  const folder = process.env.ANNOTARY_DRIVE
  it.runIf(folder !== undefined)("keeps every byte of a recorded drive", () => {
    const [settings, sample, label] = ["configuration", "sample", "label"].map((name) =>
      readFileSync(join(folder ?? "", `${name}.json`), "utf8").trim(),
    )
    const attributes = read(sample ?? "").attributes
    const editor = editorOf(label ?? "", isObject(attributes) ? attributes : {}, read(settings ?? ""))
    expect(countFrames(getLabel(editor.state))).toBeGreaterThan(1)
    lookAround(editor)
    editAndUndo(editor)
    // An assertion on the texts would print megabytes.
    expect(print(getLabel(editor.state)) === label).toBe(true)
  })
})
