/** The names of the tools, a step of each, and their words, made from the lists. */
import type { Gesture, ToolContext, ToolEvent, ToolStep } from "./Gesture.ts"
import { stepPin } from "./point/point.ts"
import type { SpaceToolEntry } from "./SpaceToolEntry.ts"
import { select } from "./select/stepEdit.ts"
import type { Text, ToolEntry } from "./ToolEntry.ts"
import { cuboidTools, imageTools, pointTools, spaceShapeTools } from "./toolList.ts"

type Entry = (typeof imageTools | typeof pointTools)[number]
type SpaceEntry = (typeof spaceShapeTools | typeof cuboidTools)[number]

type ToolName = Entry["name"] | (typeof spaceShapeTools)[number]["name"]
/** The tool that chooses the place of an issue has no button and no key. */
export type Tool = ToolName | "pin"
export type SpaceToolCommand = SpaceEntry["command"]

export const tools: ReadonlyArray<ToolEntry<Entry["name"], Entry["command"]>> = [...imageTools, ...pointTools]

/** The tools of point clouds, in the order of their buttons. */
export const spaceTools: ReadonlyArray<SpaceToolEntry<SpaceEntry["name"], SpaceToolCommand>> = [
  ...spaceShapeTools,
  ...cuboidTools,
]

/** The tools of points, with which a surface is painted by what they cover on the screen. */
export type PointTool = "brush" | "eraser" | (typeof pointTools)[number]["name"]

export const isPointTool = (tool: Tool): tool is PointTool =>
  tool === "brush" || tool === "eraser" || pointTools.some(({ name }) => name === tool)

/** One step of the chosen tool: the gesture after an event, and what the event did. */
export const stepTool = (tool: Tool, gesture: Gesture, event: ToolEvent, context: ToolContext): ToolStep => {
  if (tool === "pin") return stepPin(gesture, event)
  const entry = context.readOnly ? select : tools.find(({ name }) => name === tool)
  return entry?.step?.(gesture, event, context) ?? { gesture }
}

/** Whether a tool paints objects instead of drawing them. */
export const isPaintTool = (tool: Tool): boolean => tools.some(({ name, paints }) => name === tool && paints)

/** The texts of the commands of tools in a language. */
export const listToolWords = <Command extends string>(
  tools: ReadonlyArray<{ readonly command: Command; readonly words: Text }>,
  language: keyof Text,
) =>
  // Cast: each of the tools has its command.
  Object.fromEntries(tools.map(({ command, words }) => [command, words[language]])) as {
    readonly [Name in Command]: string
  }

/** The key of a hint in the words: the command of a tool, and a number. */
type HintKey<Command extends string> = `${Command}${0 | 1 | 2}`

/** The hints of tools in a language. */
export const listToolHints = <Command extends string>(
  tools: ReadonlyArray<SpaceToolEntry<string, Command>>,
  language: keyof Text,
) =>
  // Cast: `findHint` names no other hints than the tools have.
  Object.fromEntries(
    tools.flatMap(({ command, hints }) => hints.map((hint, index) => [`${command}${index}`, hint[language]])),
  ) as { readonly [Key in HintKey<Command>]: string }

/** The hint of a tool that has some of its places. The last one stays. */
export const findHint = <Command extends string>(
  { command, hints }: SpaceToolEntry<string, Command>,
  places: number,
): HintKey<Command> => `${command}${Math.min(places, hints.length - 1) as 0 | 1 | 2}`

/** The buttons of tools of point clouds. */
export const listButtons = <Command extends string>(
  tools: ReadonlyArray<SpaceToolEntry<string, Command>>,
  chosen: string,
  disabled: boolean,
) =>
  tools.map(({ command, icon, label, name }) => ({
    command,
    ...(label === undefined ? {} : { label }),
    icon,
    pressed: chosen === name,
    disabled,
  }))
