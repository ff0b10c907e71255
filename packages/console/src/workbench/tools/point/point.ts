/** The tool that draws points, and the one that chooses the place of an issue. */
import type { Gesture, ToolEvent, ToolStep } from "../Gesture.ts"
import { idle } from "../Gesture.ts"
import { defineTool, draws } from "../ToolEntry.ts"

/** A step of the point tool. */
const stepPoint = (gesture: Gesture, event: ToolEvent): ToolStep =>
  event.kind === "press"
    ? { gesture: idle, effect: { kind: "add", shape: { type: "point", points: [event.at] } } }
    : { gesture }

/** A step of the tool that chooses the place of an issue. The label stays as it is. */
export const stepPin = (gesture: Gesture, event: ToolEvent): ToolStep =>
  event.kind === "press" ? { gesture: idle, effect: { kind: "pin", at: event.at } } : { gesture }

export const point = defineTool({
  name: "point",
  command: "point",
  scope: "shapes",
  keys: ["t"],
  words: { en: "Point", de: "Punkt" },
  icon: "M12 9a3 3 0 100 6 3 3 0 000-6zM12 2v4m0 12v4M2 12h4m12 0h4",
  offers: (task) => draws(task) && task.type !== "bboxes",
  step: stepPoint,
})
