/** One step of whichever tool is chosen. */
import { stepBox, stepPath, stepPin, stepPoint } from "./drawing.ts"
import { stepEdit } from "./editing.ts"
import type { Gesture, ToolContext, ToolEvent, ToolStep } from "./Gesture.ts"

/** The gesture after an event, and what the event did. */
export const stepTool = (gesture: Gesture, event: ToolEvent, context: ToolContext): ToolStep => {
  switch (context.readOnly && context.tool !== "pin" ? "edit" : context.tool) {
    case "edit":
      return stepEdit(gesture, event, context)
    case "bbox":
      return stepBox(gesture, event, context)
    case "polygon":
      return stepPath(gesture, event, context, "polygon")
    case "polyline":
      return stepPath(gesture, event, context, "polyline")
    case "point":
      return stepPoint(gesture, event)
    case "pin":
      return stepPin(gesture, event)
    case "area":
      return stepPath(gesture, event, context, "polygon")
    case "brush":
    case "eraser":
    case "fill":
    case "lasso":
    case "rectangle":
      // The surface below takes their events.
      return { gesture }
  }
}
