/** The boxes that a view comes near to. */
import { listAnnotations } from "../../../model/document/frames.ts"
import { none } from "../../../model/editor/EditorState.ts"
import { type Cuboid, parseCuboid } from "../../model/cuboid.ts"
import { listCuboidLabels } from "../../view/shownCuboids.ts"
import { computeBox } from "../model/spaceShape.ts"
import type { ShapePen } from "./ShapePen.ts"

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
