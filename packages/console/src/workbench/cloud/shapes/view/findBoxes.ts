/** The boxes that a view comes near to. */
import { annotationsIn } from "../../../model/document/frames.ts"
import { none } from "../../../model/editor/EditorState.ts"
import { type Cuboid, cuboidOf } from "../../model/cuboid.ts"
import { cuboidLabels } from "../../view/shownCuboids.ts"
import { boxAround } from "../model/spaceShape.ts"
import type { ShapePen } from "./ShapePen.ts"

/** Boxes around objects, of which some are cuboids: as the chosen sensor shows them, else as the others do. */
export const findBoxes = (pen: ShapePen, keys: Iterable<string>): ReadonlyArray<Cuboid> => {
  const wanted = new Set(keys)
  const { state } = pen.editor
  const all = [
    ...cuboidLabels(state).flatMap(({ label, sensor }) =>
      annotationsIn(label, state.frame).flatMap(({ key, source }) => {
        const box = wanted.has(key) ? cuboidOf(source) : undefined
        return box === undefined ? [] : [{ sensor, box }]
      }),
    ),
    ...pen
      .allShapes(none)
      .flatMap((shape) => (wanted.has(shape.key) ? [{ sensor: shape.sensor, box: boxAround(shape) }] : [])),
  ]
  const own = all.filter(({ sensor }) => sensor === state.sensor?.name)
  return (own.length > 0 ? own : all).map(({ box }) => box)
}
