/** What several selected objects have in common, and what is edited of them. */
import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getLabel, openState } from "../../../src/workbench/editor/EditorState.ts"
import { setCategory, withShownSelection } from "../../../src/workbench/editor/edits/edit.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"
import { listSharedAttributes } from "../../../src/workbench/editor/label/attributes/shared.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"

const configuration = readConfiguration({
  categories: [
    {
      id: 1,
      name: "car",
      attributes: [
        { name: "speed", input_type: "number", min: 0, max: 100, step: 5 },
        { name: "wheels", input_type: "number", min: 2, step: 1 },
        { name: "parked", input_type: "checkbox", is_track_level: true },
      ],
    },
    {
      id: 2,
      name: "bus",
      attributes: [
        { name: "speed", input_type: "number", min: -10, max: 60, step: 1 },
        { name: "wheels", input_type: "number", max: 8, step: 1 },
        { name: "parked", input_type: "checkbox" },
      ],
    },
  ],
})
const makePoint = (id: number, categoryId: number) => ({
  id,
  track_id: id,
  category_id: categoryId,
  type: "point",
  points: [[id, id]],
})

describe("attributes of objects of several categories", () => {
  it("have the limits that hold for all of them, whichever comes first", () => {
    for (const order of [
      [1, 2],
      [2, 1],
    ]) {
      const annotations = listAnnotations({ annotations: order.map((id) => makePoint(id, id)) }, 0)
      const [speed, wheels] = listSharedAttributes(configuration, annotations)
      expect(speed).toMatchObject({ min: 0, max: 60, step: undefined })
      expect(wheels).toMatchObject({ min: 2, max: 8, step: 1 })
    }
  })

  it("say for which frames a value holds where it is the same for all", () => {
    const annotations = listAnnotations({ annotations: [makePoint(1, 1), makePoint(2, 2)] }, 0)
    const shared = listSharedAttributes(configuration, annotations)
    expect(shared.map(({ hasOneScope, name }) => [name, hasOneScope])).toEqual([
      ["speed", true],
      ["wheels", true],
      ["parked", false],
    ])
  })
})

describe("a selection of which the shown frame lacks a part", () => {
  it("is edited as the frame shows it", () => {
    const label = {
      frames: [{ annotations: [makePoint(1, 1), makePoint(2, 1)] }, { annotations: [makePoint(3, 1)] }],
    }
    const editor = new Editor(
      { ...openState(label, 1), selected: new Set(["1", "2", "3"]) },
      { configuration, tracks: { interpolates: true, extrapolates: false } },
    )
    editor.update((state, setting) => setCategory(withShownSelection(state), 2, setting))
    const categories = [0, 1].map((frame) =>
      listAnnotations(getLabel(editor.state), frame).map(({ categoryId }) => categoryId),
    )
    expect(categories).toEqual([[2, 2], [1]])
    expect([...editor.state.selected]).toEqual(["1", "2"])
  })
})
