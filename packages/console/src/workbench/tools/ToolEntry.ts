/** The entry of a tool: what its key, its button, the list of keys and the stages know of it. */
import type { Family } from "../editor/label/family.ts"
import type { CommandEntry } from "../input/keys/Binding.ts"
import type { Gesture, ToolContext, ToolEvent, ToolStep } from "./Gesture.ts"

/** A task type with the family of its labels. */
interface Task {
  readonly type: string
  readonly family: Family
}

/** A text by language. */
export interface Text {
  readonly en: string
  readonly de: string
}

/** The part of an entry that images and point clouds share. */
export interface Named<Name extends string, Command extends string> extends CommandEntry {
  readonly name: Name
  /** The command that chooses the tool. */
  readonly command: Command
  /** The text of the button and of the list of keys. */
  readonly words: Text
  /** The path of an icon of 24 by 24. */
  readonly icon: string
}

export interface ToolEntry<Name extends string = string, Command extends string = string>
  extends Named<Name, Command> {
  /** Whether labels of a task are made with it. */
  readonly offers: (task: Task) => boolean
  /** Whether it paints objects instead of drawing them. */
  readonly paints?: boolean
  /** A step of its gesture. Absent where a surface takes its events. */
  readonly step?: (gesture: Gesture, event: ToolEvent, context: ToolContext) => ToolStep
}

/** Gives an entry the types of its name and of its command. */
export const defineTool = <Name extends string, Command extends string>(
  entry: ToolEntry<Name, Command>,
): ToolEntry<Name, Command> => entry

/** Shapes are drawn in images. */
export const draws = ({ family }: Task): boolean => !family.bitmap && family.cloud !== true
