/** Shows where warnings and issues lead in point clouds, and in the images of the sensors beside them. */
import type { Editor } from "../../editor/Editor.ts"
import { none } from "../../editor/EditorState.ts"
import { type Cuboid, parseCuboid } from "../../editor/label/cuboids/cuboid.ts"
import { listAnnotations } from "../../editor/label/frames.ts"
import { computeBox } from "../../editor/label/spaceShapes/spaceShape.ts"
import type { PointPainter } from "../../tools/points/PointPainter.ts"
import type { ShapePen } from "../../tools/spaceShapes/ShapePen.ts"
import { makeImagePlaces, type Places } from "../image/Places.ts"
import type { ViewportStore } from "../image/ViewportStore.ts"
import type { CloudView } from "./CloudView.ts"
import { listCuboidLabels, listCuboids } from "./shownCuboids.ts"

interface Shown {
  readonly editor: Editor
  readonly view: CloudView
  /** Of the image that is shown large, where the chosen sensor is a camera. */
  readonly viewport: ViewportStore
  readonly painter: PointPainter | undefined
  readonly pen: ShapePen | undefined
}

export const makeCloudPlaces = ({ editor, painter, pen, view, viewport }: Shown): Places => {
  const image = makeImagePlaces(editor, viewport)
  const lookAt = (keys: ReadonlyArray<string>) => {
    if (painter !== undefined) painter.lookAt(new Set(keys))
    else view.lookAt(pen === undefined ? listCuboids(editor.state, keys) : findBoxes(pen, keys))
  }
  return {
    showObjects: (keys) => {
      if (editor.state.sensor?.kind === "image") image.showObjects(keys)
      lookAt(keys)
    },
    fitObjects: (keys) => {
      if (editor.state.sensor?.kind === "image") image.fitObjects(keys)
      lookAt(keys)
    },
    // A place of an image is nowhere in a cloud.
    showPoint: (at) => {
      if (editor.state.sensor?.kind === "image") image.showPoint(at)
    },
    showSpace: (at) => view.lookAt([{ position: at, dimensions: [3, 3, 3], yaw: 0, rotation: undefined }]),
  }
}

/** Boxes around objects, of which some are cuboids: as the chosen sensor shows them, else as the others do. */
export const findBoxes = (pen: ShapePen, keys: Iterable<string>): ReadonlyArray<Cuboid> => {
  const chosenKeys = new Set(keys)
  const { state } = pen.editor
  const all = [
    ...listCuboidLabels(state).flatMap(({ label, sensor }) =>
      listAnnotations(label, state.frame).flatMap(({ key, source }) => {
        const box = chosenKeys.has(key) ? parseCuboid(source) : undefined
        return box === undefined ? [] : [{ sensor, box }]
      }),
    ),
    ...pen
      .listAllShapes(none)
      .flatMap((shape) =>
        chosenKeys.has(shape.key) ? [{ sensor: shape.sensor, box: computeBox(shape) }] : [],
      ),
  ]
  const own = all.filter(({ sensor }) => sensor === state.sensor?.name)
  return (own.length > 0 ? own : all).map(({ box }) => box)
}
