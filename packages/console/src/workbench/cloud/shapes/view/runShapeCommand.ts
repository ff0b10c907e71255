/** What the commands do where objects are shapes in a cloud. */
import type { CommandName } from "../../../model/keys/commands.ts"
import { cuboidsOf } from "../../view/shownCuboids.ts"
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
    view.making.set(undefined)
    editor.choose(editor.state.tool === tool ? "edit" : tool)
    return true
  }
  switch (name) {
    case "snapToPoints":
      pen.snaps.change((now) => !now)
      return true
    case "cuboid":
      pen.cancel()
      editor.choose("edit")
      return undefined
    case "placeCuboid":
      return pen.drawing.get() === undefined ? undefined : pen.finish()
    case "delete":
      return pen.back() || undefined
    case "batch":
      // Its views are those of cuboids.
      return view.batch.get() || cuboidsOf(editor.state, editor.state.selected).length > 0 ? undefined : false
    case "zoomToObject":
      view.lookAt(boxesOf(pen, editor.state.selected))
      return true
    case "deselect":
      if (pen.cancel()) return true
      if (editor.state.tool === "edit") return undefined
      editor.choose("edit")
      return true
    default:
      return undefined
  }
}

/** Boxes around objects, of which some are cuboids. */
export const boxesOf = (pen: ShapePen, keys: Iterable<string>) => {
  const wanted = new Set(keys)
  return [
    ...cuboidsOf(pen.editor.state, wanted),
    ...pen
      .shapes()
      .filter(({ key }) => wanted.has(key))
      .map(boxAround),
  ]
}
