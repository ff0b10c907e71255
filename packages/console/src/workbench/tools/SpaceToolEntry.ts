/** The entry of a tool of point clouds. Its places are in the world, in meters. */
import type { SpaceType } from "../editor/label/spaceShapes/spaceShape.ts"
import type { Vector } from "../geometry/space/vector.ts"
import type { Named, Text } from "./ToolEntry.ts"

/** A press while a shape is drawn. */
interface SpacePress {
  readonly place: Vector
  /** Whether a place of the shape is under the press, on the screen. */
  readonly isNear: (place: Vector | undefined) => boolean
}

/** The places of a shape after a press. `completes`: they are all. */
interface SpaceStep {
  readonly places: ReadonlyArray<Vector>
  readonly completes: boolean
}

export interface SpaceToolEntry<Name extends string = string, Command extends string = string>
  extends Named<Name, Command> {
  /** Another command whose name the button shows. */
  readonly label?: "polygon" | "polyline" | "point"
  /** The texts above the cloud while the tool is chosen: before the first place, after it, and so on. */
  readonly hints: ReadonlyArray<Text>
  /** Draws shapes of a type. Absent where the tool takes the pointer itself. */
  readonly draws?: {
    readonly type: SpaceType
    readonly step: (places: ReadonlyArray<Vector>, press: SpacePress) => SpaceStep
  }
}

/** Gives an entry the types of its name and of its command. */
export const defineSpaceTool = <Name extends string, Command extends string>(
  entry: SpaceToolEntry<Name, Command>,
): SpaceToolEntry<Name, Command> => entry
