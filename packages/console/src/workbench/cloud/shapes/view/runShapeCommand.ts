/** What the commands do where objects are shapes in a cloud. */
import { annotationsIn } from "../../../model/document/frames.ts"
import { type EditorState, labelOf, none } from "../../../model/editor/EditorState.ts"
import type { CommandName } from "../../../model/keys/commands.ts"
import { type Cuboid, cuboidOf } from "../../model/cuboid.ts"
import { times, type Vector } from "../../model/vector.ts"
import { fine, moveOf } from "../../view/moves.ts"
import { cuboidLabels } from "../../view/shownCuboids.ts"
import { nudgeInSpace } from "../model/spaceEdits.ts"
import { boxAround, type SpaceType } from "../model/spaceShape.ts"
import type { ShapePen } from "./ShapePen.ts"

const tools: { readonly [Name in CommandName]?: SpaceType } = {
  spacePolygon: "polygon",
  spacePolyline: "polyline",
  spacePoint: "point",
}

/** Runs a command of shapes. Undefined for one that does the same wherever clouds are shown. */
export const runShapeCommand = (name: CommandName, pen: ShapePen): boolean | undefined => {
  const { editor, view } = pen
  const tool = tools[name]
  if (tool !== undefined) {
    pen.cancel()
    pen.cursor.hide()
    view.making.set(undefined)
    editor.choose(editor.state.tool === tool ? "edit" : tool)
    return true
  }
  const move = moveOf(name, view)
  if (move !== undefined) return moved(pen, move)
  switch (name) {
    case "snapToPoints":
      pen.snaps.change((now) => !now)
      return true
    case "cuboid":
      pen.cancel()
      editor.choose("edit")
      return undefined
    case "placeCuboid":
      return pen.tool === undefined ? pen.vertex.add() || undefined : pen.cursor.press()
    case "nextVertex":
      return pen.vertex.step(1)
    case "previousVertex":
      return pen.vertex.step(-1)
    case "delete":
      return pen.back() || pen.vertex.remove() || undefined
    case "batch":
      return view.batch.get() || selectsCuboid(editor.state) ? undefined : false
    case "zoomToObject":
      view.lookAt(boxesOf(pen, editor.state.selected))
      return true
    case "deselect":
      pen.cursor.hide()
      if (pen.cancel() || pen.vertex.clear()) return true
      if (editor.state.tool === "edit") return undefined
      editor.choose("edit")
      return true
    default:
      return undefined
  }
}

/** Whether the edited label has a selected cuboid in the frame. The views of a batch are those of cuboids. */
const selectsCuboid = (state: EditorState): boolean =>
  annotationsIn(labelOf(state), state.frame).some(
    ({ key, source }) => state.selected.has(key) && cuboidOf(source) !== undefined,
  )

/** Moves the cursor while a tool draws, else the chosen vertex, else what is selected. */
const moved = (pen: ShapePen, by: Vector): boolean | undefined => {
  const { editor } = pen
  if (pen.tool !== undefined) return by[2] === 0 && pen.cursor.move(times(by, 1 / fine))
  if (pen.vertex.move(by)) return true
  if (editor.state.selected.size === 0) return undefined
  editor.update((state, setting) => nudgeInSpace(state, by, pen.ground, setting))
  return true
}

/** Boxes around objects, of which some are cuboids: as the chosen sensor shows them, else as the others do. */
export const boxesOf = (pen: ShapePen, keys: Iterable<string>): ReadonlyArray<Cuboid> => {
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
