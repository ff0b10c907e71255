/** The tool that draws circles as polygons: by a drag from one side to the other. */
import { isDrag, measureDistance, type Point, type Points } from "../../model/geometry/point.ts"
import { type Gesture, idle, type ToolContext, type ToolEvent, type ToolStep } from "../Gesture.ts"
import { defineTool } from "../ToolEntry.ts"

const corners = 32

const makeCircle = (from: Point, to: Point): Points => {
  const radius = measureDistance(from, to) / 2
  return Array.from({ length: corners }, (_, corner): Point => {
    const angle = (corner * 2 * Math.PI) / corners
    return [
      (from[0] + to[0]) / 2 + radius * Math.cos(angle),
      (from[1] + to[1]) / 2 + radius * Math.sin(angle),
    ]
  })
}

const stepCircle = (gesture: Gesture, event: ToolEvent, { scale }: ToolContext): ToolStep => {
  if (event.kind === "cancel" || event.kind === "back") return { gesture: idle }
  if (!("at" in event)) return { gesture }
  const { at } = event
  if (gesture.kind !== "box")
    return event.kind === "press" ? { gesture: { kind: "box", from: at, to: at } } : { gesture }
  if (event.kind === "move" || !isDrag(gesture.from, at, scale)) return { gesture: { ...gesture, to: at } }
  const points = makeCircle(gesture.from, at)
  return { gesture: idle, effect: { kind: "add", shape: { type: "polygon", points } } }
}

export const circle = defineTool({
  name: "circle",
  command: "circle",
  scope: "shapes",
  keys: ["r"],
  words: { en: "Circle", de: "Kreis" },
  icon: "M12 4a8 8 0 100 16 8 8 0 000-16z",
  offers: ({ family, type }) => family.cloud !== true && type.includes("vector"),
  step: stepCircle,
})
