/** The list of the tools. A new one is a folder and a line here: its key, its button and its words are made from its entry. */
import { box } from "./box/box.ts"
import type { Gesture, ToolContext, ToolEvent, ToolStep } from "./Gesture.ts"
import { brush, eraser, fill, lasso, rectangle } from "./paint/paint.ts"
import { area, polygon, polyline } from "./path/path.ts"
import { point, stepPin } from "./point/point.ts"
import { select } from "./select/stepEdit.ts"
import type { ToolEntry } from "./ToolEntry.ts"

/** In the order of the buttons and of the list of keys. */
export const imageTools = [box, polygon, polyline, point, brush, eraser, fill, area, select] as const
export const pointTools = [lasso, rectangle] as const

type Entry = (typeof imageTools | typeof pointTools)[number]

export type ToolName = Entry["name"]
/** The tool that chooses the place of an issue has no button and no key. */
export type Tool = ToolName | "pin"
export type ToolCommand = Entry["command"]

export const tools: ReadonlyArray<ToolEntry<ToolName, ToolCommand>> = [...imageTools, ...pointTools]

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
export const listToolWords = (language: keyof ToolEntry["words"]) =>
  // Cast: each of the tools has its command.
  Object.fromEntries(tools.map(({ command, words }) => [command, words[language]])) as {
    readonly [Command in ToolCommand]: string
  }
