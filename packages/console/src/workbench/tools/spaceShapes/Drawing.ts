/** A shape that is being drawn in a point cloud, and the tool that draws it. */
import type { Vector } from "../../geometry/space/vector.ts"
import type { SpaceToolEntry } from "../SpaceToolEntry.ts"
import { spaceShapeTools } from "../toolList.ts"
import type { SpaceToolCommand, Tool } from "../tools.ts"

/** A tool of shapes that the pen draws with. */
export type DrawingTool = SpaceToolEntry<string, SpaceToolCommand> & Required<Pick<SpaceToolEntry, "draws">>

export interface Drawing {
  readonly tool: Pick<DrawingTool, "draws">
  readonly points: ReadonlyArray<Vector>
  /** The place under the pointer. */
  readonly hover: Vector | undefined
}

const drawingTools: ReadonlyArray<SpaceToolEntry<string, SpaceToolCommand>> = spaceShapeTools

export const findDrawingTool = (name: Tool): DrawingTool | undefined =>
  drawingTools.find((tool): tool is DrawingTool => tool.name === name && tool.draws !== undefined)
