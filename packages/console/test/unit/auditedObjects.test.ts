/** Objects that an audit has drawn: found by their place in the label, and shown large. */
import { describe, expect, it } from "vitest"
import { readPointer, showDrawnObject } from "../../src/pages/audits/check/drawnObject.ts"
import { listErrorTypes } from "../../src/pages/audits/check/namedErrors.ts"
import { readAuditWork } from "../../src/pages/audits/check/readAuditWork.ts"
import { Editor } from "../../src/workbench/editor/Editor.ts"
import { openState } from "../../src/workbench/editor/EditorState.ts"
import { readConfiguration } from "../../src/workbench/editor/label/attributes/configuration.ts"
import { ViewportStore } from "../../src/workbench/stages/image/ViewportStore.ts"

const object = {
  ...{ key: "s/frame:1/annotation-index:1", pointer: "/frames/1/annotations/1", sensor: null, frame: 1 },
  ...{ track: null, annotation: "9007199254740993", category: "car" },
}
const answer = `[{"number":3,"claim_id":"c","sample_name":"n","attributes":{},"object":${JSON.stringify(object)},
  "label_attributes":{"frames":[{"annotations":[]},{"annotations":[{"id":1,"track_id":4},{"id":9007199254740993,"track_id":4}]}]}}]`

const open = () => {
  const work = readAuditWork(answer)
  const label = work?.label ?? {}
  const editor = new Editor(openState(label, 1), {
    configuration: readConfiguration({ categories: [{ id: 1, name: "car" }] }),
    tracks: { interpolates: true, extrapolates: false },
  })
  const fitted: Array<string> = []
  const places = {
    showObjects: () => {},
    showPoint: () => {},
    showSpace: () => {},
    fitObjects: (keys: ReadonlyArray<string>) => fitted.push(...keys),
  }
  return { editor, fitted, label, places, work }
}

describe("a drawn object", () => {
  it("is read with all that names it, and null in audits of samples", () => {
    expect(open().work?.object).toEqual(object)
    expect(readAuditWork('[{"number":1,"claim_id":"c","sample_name":"n","object":null}]')?.object).toBeNull()
  })

  it("is selected in its frame, though another one has its track", () => {
    const { editor, fitted, label, places } = open()
    expect(showDrawnObject(editor, places, object, label)).toBe(true)
    expect(editor.state.frame).toBe(1)
    expect([...editor.state.selected]).toEqual(["4#2"])
    expect(fitted).toEqual(["4#2"])
  })

  it("is drawn again where it was hidden, and others stay hidden", () => {
    const { editor, label, places } = open()
    editor.update((state) => ({ ...state, hidden: new Set(["4#2", "9"]) }))
    expect(showDrawnObject(editor, places, object, label)).toBe(true)
    expect([...editor.state.hidden]).toEqual(["9"])
  })

  it("is none where the label does not have it", () => {
    const { editor, fitted, label, places } = open()
    for (const pointer of ["/frames/1/annotations/7", "/frames/9/annotations/0", "/sensors/0/x"])
      expect(showDrawnObject(editor, places, { ...object, pointer }, label)).toBe(false)
    expect(fitted).toEqual([])
    expect(readPointer(null, "/a")).toBeUndefined()
  })

  it("has all kinds of errors but that of missing ones", () => {
    expect(listErrorTypes("objects")).toEqual(["spurious", "wrong_category", "wrong_attribute", "geometry"])
    expect(listErrorTypes("samples")).toContain("missing")
  })
})

describe("an area that is shown as large as it fits", () => {
  const area = { left: 10, right: 30, top: 10, bottom: 20 }
  const isCentered = ({ state: { scale, x, y }, screen }: ViewportStore) =>
    Math.abs(x + screen.width / scale / 2 - 20) < 1e-9 && Math.abs(y + screen.height / scale / 2 - 15) < 1e-9

  it("stays so when its image or another size of the window comes later", () => {
    const viewport = new ViewportStore(0)
    viewport.fitTo(area)
    viewport.setScreen({ width: 400, height: 400 })
    viewport.setImage({ width: 1000, height: 500 })
    expect(viewport.state.scale).toBe(20)
    expect(isCentered(viewport)).toBe(true)
    viewport.setScreen({ width: 200, height: 400 })
    expect(viewport.state.scale).toBe(10)
    expect(isCentered(viewport)).toBe(true)
  })

  it("gives way to what the person does", () => {
    const viewport = new ViewportStore(0)
    viewport.setScreen({ width: 400, height: 400 })
    viewport.setImage({ width: 1000, height: 500 })
    viewport.fitTo(area)
    viewport.zoomCentered(0.5)
    viewport.setScreen({ width: 200, height: 400 })
    expect(viewport.state.scale).toBe(10)
    viewport.fitTo(area)
    viewport.fit()
    viewport.setScreen({ width: 400, height: 400 })
    expect(viewport.state.scale).toBe(0.4)
  })
})
