/** The tools of a point cloud at work, in the order in which they are offered a press and a command. */
import type { Editor } from "../editor/Editor.ts"
import type { CloudView } from "../stages/cloud/CloudView.ts"
import type { CloudTool } from "./CloudTool.ts"
import { makeCuboidCommands } from "./cuboid/makeCuboidCommands.ts"
import { makeCuboidTool } from "./cuboid/makeCuboidTool.ts"
import type { TrackWork } from "./cuboid/TrackWork.ts"
import { makePointCommands } from "./points/makePointCommands.ts"
import { makePointTool } from "./points/makePointTool.ts"
import type { PointPainter } from "./points/PointPainter.ts"
import { makePenTool } from "./spaceShapes/makePenTool.ts"
import { makeSpaceShapeCommands } from "./spaceShapes/makeSpaceShapeCommands.ts"
import type { ShapePen } from "./spaceShapes/ShapePen.ts"

interface Options {
  readonly editor: Editor
  readonly view: CloudView
  readonly work: TrackWork
  readonly painter: PointPainter | undefined
  readonly pen: ShapePen | undefined
}

export const openCloudTools = ({ editor, painter, pen, view, work }: Options): ReadonlyArray<CloudTool> => [
  ...(painter === undefined ? [] : [openPoints(painter)]),
  ...(pen === undefined ? [] : [openShapes(pen)]),
  {
    pointer: makeCuboidTool(editor, view),
    commands: makeCuboidCommands(editor, view, work),
    scopes: painter === undefined ? ["cuboids"] : [],
  },
]

const openPoints = (painter: PointPainter): CloudTool => ({
  pointer: makePointTool(painter),
  commands: makePointCommands(painter),
  scopes: ["painting", "points"],
  pick: (at, adds) => painter.pick(at, adds),
})

const openShapes = (pen: ShapePen): CloudTool => ({
  pointer: makePenTool(pen),
  commands: makeSpaceShapeCommands(pen),
  scopes: ["spaceShapes"],
  pick: (at, adds, by) => pen.pick(at, adds, by),
  isActive: () => pen.isActive,
})
