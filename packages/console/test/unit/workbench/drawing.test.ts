/** Undo and Enter while a shape is being drawn: they act on the drawing, and never on finished shapes. */
import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { getLabel, openState } from "../../../src/workbench/editor/EditorState.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"
import { listAnnotations } from "../../../src/workbench/editor/label/frames.ts"
import type { Point } from "../../../src/workbench/geometry/point.ts"
import { KeyboardCross } from "../../../src/workbench/stages/image/KeyboardCross.ts"
import { ViewportStore } from "../../../src/workbench/stages/image/ViewportStore.ts"

const makeEditor = () =>
  new Editor(openState({ annotations: [] }, 1), {
    configuration: readConfiguration({ categories: [{ id: 1, name: "car" }] }),
    tracks: { interpolates: true, extrapolates: false },
  })

const press = (editor: Editor, ...places: ReadonlyArray<Point>) => {
  for (const at of places) editor.point({ kind: "press", at, adds: false, deletes: false }, 1)
}

const countShapes = (editor: Editor): number => listAnnotations(getLabel(editor.state), 0).length

const drawTriangle = (editor: Editor) => {
  editor.choose("polygon")
  press(editor, [0, 0], [50, 0], [50, 50])
  editor.point({ kind: "finish" }, 1)
}

describe("undo while drawing", () => {
  it("takes back one corner after the other, then the drawing, and leaves finished shapes", () => {
    const editor = makeEditor()
    drawTriangle(editor)
    editor.choose("polygon")
    press(editor, [100, 100], [150, 100])
    editor.undo()
    expect(editor.state.gesture).toMatchObject({ kind: "path", points: [[100, 100]] })
    editor.undo()
    expect(editor.state.gesture.kind).toBe("idle")
    expect(countShapes(editor)).toBe(1)
    editor.undo()
    expect(countShapes(editor)).toBe(0)
  })

  it("ends a box that is being drawn, and leaves the shapes before", () => {
    const editor = makeEditor()
    drawTriangle(editor)
    editor.choose("bbox")
    press(editor, [0, 0])
    editor.point({ kind: "move", at: [40, 40] }, 1)
    editor.undo()
    expect(editor.state.gesture.kind).toBe("idle")
    expect(countShapes(editor)).toBe(1)
  })

  it("is not made again over a drawing, which redo would lose", () => {
    const editor = makeEditor()
    drawTriangle(editor)
    editor.undo()
    editor.choose("polyline")
    press(editor, [1, 1], [20, 20])
    editor.redo()
    expect(editor.state.gesture).toMatchObject({
      kind: "path",
      points: [
        [1, 1],
        [20, 20],
      ],
    })
    expect(countShapes(editor)).toBe(0)
  })
})

describe("Enter while drawing", () => {
  const makeCross = (editor: Editor) => {
    const viewport = new ViewportStore()
    viewport.setScreen({ width: 400, height: 300 })
    viewport.setImage({ width: 400, height: 300 })
    return new KeyboardCross(editor, viewport)
  }

  it("finishes what the pointer draws, without a corner at a cross that is not shown", () => {
    const editor = makeEditor()
    const cross = makeCross(editor)
    editor.choose("polygon")
    press(editor, [0, 0], [50, 0], [50, 50])
    expect(cross.press()).toBe(true)
    expect(cross.state).toBeUndefined()
    const [shape] = listAnnotations(getLabel(editor.state), 0)
    expect(shape?.points).toEqual([
      [0, 0],
      [50, 0],
      [50, 50],
    ])
  })

  it("keeps a path that has too few corners", () => {
    const editor = makeEditor()
    const cross = makeCross(editor)
    editor.choose("polygon")
    press(editor, [0, 0], [50, 0])
    cross.press()
    expect(editor.state.gesture).toMatchObject({
      kind: "path",
      points: [
        [0, 0],
        [50, 0],
      ],
    })
  })

  it("sets a corner at once with a tool that was chosen by its key", () => {
    const editor = makeEditor()
    const cross = makeCross(editor)
    editor.choose("polygon")
    cross.followPointer()
    cross.followKeys()
    cross.press()
    expect(cross.state).toEqual([200, 150])
    expect(editor.state.gesture).toMatchObject({ kind: "path", points: [[200, 150]] })
  })

  it("shows the cross first after the pointer, and then sets a corner where it is seen", () => {
    const editor = makeEditor()
    const cross = makeCross(editor)
    editor.choose("polygon")
    cross.followPointer()
    cross.press()
    expect(cross.state).toEqual([200, 150])
    expect(editor.state.gesture.kind).toBe("idle")
    cross.press()
    expect(editor.state.gesture).toMatchObject({ kind: "path", points: [[200, 150]] })
  })
})
