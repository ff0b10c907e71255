/** The view of images: an area that was shown large belongs to its own camera, and to frames of one size. */
import { describe, expect, it } from "vitest"
import { Editor } from "../../../src/workbench/editor/Editor.ts"
import { openState } from "../../../src/workbench/editor/EditorState.ts"
import { readConfiguration } from "../../../src/workbench/editor/label/attributes/configuration.ts"
import type { Size } from "../../../src/workbench/geometry/viewport.ts"
import { openEditor } from "../../../src/workbench/session/openEditor.ts"
import { makeImagePlaces, openShown } from "../../../src/workbench/stages/image/Places.ts"
import { ViewportStore } from "../../../src/workbench/stages/image/ViewportStore.ts"
import { box, dataset, front, read, sample, sensor } from "./sensorBed.ts"

const [wide, tall] = [
  { width: 1000, height: 500 },
  { width: 300, height: 900 },
]

/** A canvas of 400 × 400 pixels: `draw` is a new drawing of the page, `load` the end of the loading of its image. */
const makeCanvas = (editor: Editor) => {
  const viewport = new ViewportStore(0)
  viewport.setScreen({ width: 400, height: 400 })
  const draw = () => openShown(editor, viewport)
  const load = (size: Size) => {
    draw()
    viewport.setImage(size)
  }
  return { viewport, draw, load, places: makeImagePlaces(editor, viewport) }
}

/** The scale at which an image is shown whole. */
const computeWhole = ({ height, width }: Size) => Math.min(400 / width, 400 / height)

const openCameras = () => {
  const left = sensor("left", "image-vector-sequence", "", box(1))
  return openEditor(dataset, sample, read(`{"sensors":[${front},${left}]}`))
}

describe("the view of a camera", () => {
  it("shows the whole image of another camera, not the area of the one before, and the same on the way back", () => {
    for (const other of [tall, wide]) {
      const editor = openCameras()
      editor.chooseSensor("front")
      const { load, places, viewport } = makeCanvas(editor)
      load(wide)
      places.fitObjects(["1"])
      expect(viewport.state.scale).toBeGreaterThan(computeWhole(wide))
      editor.chooseSensor("left")
      load(other)
      expect(viewport.state.scale).toBe(computeWhole(other))
      editor.chooseSensor("front")
      load(wide)
      expect(viewport.state.scale).toBe(computeWhole(wide))
    }
  })

  it("does not know the size of an image that is still to come", () => {
    const editor = openCameras()
    editor.chooseSensor("front")
    const { draw, load, viewport } = makeCanvas(editor)
    load(wide)
    editor.chooseSensor("left")
    draw()
    expect(viewport.image).toBeUndefined()
  })

  it("shows the area of its own object, which was chosen before its image was there", () => {
    const editor = openCameras()
    editor.chooseSensor("front")
    const { load, places, viewport } = makeCanvas(editor)
    load(wide)
    places.fitObjects(["1"])
    const { scale } = viewport.state
    editor.chooseSensor("left")
    editor.show(1)
    places.fitObjects(["1"])
    load(tall)
    expect(viewport.state.scale).toBe(scale)
  })

  it("is as the person left it while another sensor than a camera is chosen", () => {
    const editor = openCameras()
    editor.chooseSensor("front")
    const { load, viewport } = makeCanvas(editor)
    load(wide)
    viewport.zoomCentered(3)
    const { scale } = viewport.state
    editor.chooseSensor("top")
    editor.chooseSensor("front")
    load(wide)
    expect(viewport.state.scale).toBe(scale)
  })
})

describe("the view of a sequence", () => {
  const makeSequence = () => {
    const points = [
      [10, 10],
      [60, 60],
    ]
    const annotation = { id: 1, track_id: 1, category_id: 1, type: "bbox", is_keyframe: true, points }
    const label = { frames: [1, 2, 3].map(() => ({ annotations: [annotation] })) }
    return new Editor(openState(label, 3), {
      configuration: readConfiguration({ categories: [{ id: 1, name: "car" }] }),
      tracks: { interpolates: true, extrapolates: false },
    })
  }

  it("keeps an area in frames of one size, and shows a frame of another size whole", () => {
    const editor = makeSequence()
    const { load, places, viewport } = makeCanvas(editor)
    load(wide)
    places.fitObjects(["1"])
    const { scale } = viewport.state
    editor.show(1)
    load(wide)
    expect(viewport.state.scale).toBe(scale)
    editor.show(2)
    load(tall)
    expect(viewport.state.scale).toBe(computeWhole(tall))
  })

  it("shows the area of an object of another frame, whatever its size", () => {
    const editor = makeSequence()
    const { load, places, viewport } = makeCanvas(editor)
    load(wide)
    editor.show(1)
    places.fitObjects(["1"])
    load(tall)
    expect(viewport.state.scale).toBeGreaterThan(computeWhole(tall))
  })
})
