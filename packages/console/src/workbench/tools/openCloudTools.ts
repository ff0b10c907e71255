/** The tools of a point cloud at work, in the order in which they are offered a press and a command. */
import type { CommandSet } from "../commands/Command.ts"
import type { Editor } from "../editor/Editor.ts"
import type { KeyScope } from "../input/keys/Binding.ts"
import type { Pick } from "../stages/cloud/CloudInput.ts"
import type { CloudView } from "../stages/cloud/CloudView.ts"
import { makeCuboidCommands } from "./cuboid/makeCuboidCommands.ts"
import { makeCuboidTool } from "./cuboid/makeCuboidTool.ts"
import type { TrackWork } from "./cuboid/TrackWork.ts"
import { makePointCommands } from "./points/makePointCommands.ts"
import { makePointTool } from "./points/makePointTool.ts"
import type { PointPainter } from "./points/PointPainter.ts"
import { makePenTool } from "./spaceShapes/makePenTool.ts"
import { makeSpaceShapeCommands } from "./spaceShapes/makeSpaceShapeCommands.ts"
import type { ShapePen } from "./spaceShapes/ShapePen.ts"
import type { Tool } from "./Tool.ts"

export interface CloudTool {
  readonly pointer: Tool
  readonly commands: CommandSet
  /** The scopes whose keys act with it. */
  readonly scopes: ReadonlyArray<KeyScope>
  /** Selects what is under a click, where objects are not cuboids. */
  readonly pick?: Pick
  /** Whether the chosen sensor has what it edits. Absent: always. */
  readonly isActive?: () => boolean
}

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
