/** The tools that draw polygons and polylines by presses, and the one that fills a polygon of a bitmap. */
import { measureDistance, type Point } from "../../geometry/point.ts"
import { leastPoints } from "../../geometry/vertices.ts"
import { type Gesture, idle, type ToolContext, type ToolEvent, type ToolStep } from "../Gesture.ts"
import { defineTool, draws, type ToolEntry } from "../ToolEntry.ts"

/** The distance to its first or last vertex at which a press ends a path, in pixels of the screen. */
const closingReach = 6

/** A step of the polygon and the polyline tool. A press near the first vertex, or again at the last, ends the path. */
const stepPath = (
  gesture: Gesture,
  event: ToolEvent,
  { scale }: ToolContext,
  type: "polygon" | "polyline",
): ToolStep => {
  if (event.kind === "cancel") return { gesture: idle }
  if (gesture.kind !== "path")
    return event.kind === "press"
      ? { gesture: { kind: "path", type, points: [event.at], to: event.at } }
      : { gesture }
  const { points } = gesture
  const isNear = (place: Point | undefined, at: Point) =>
    place !== undefined && measureDistance(place, at) * scale <= closingReach
  switch (event.kind) {
    case "back":
      return points.length === 1
        ? { gesture: idle }
        : { gesture: { ...gesture, points: points.slice(0, -1) } }
    case "finish":
      return finishPath(gesture)
    case "press": {
      const closes = type === "polygon" && points.length >= leastPoints.polygon && isNear(points[0], event.at)
      if (closes || isNear(points.at(-1), event.at)) return finishPath(gesture)
      return { gesture: { ...gesture, points: [...points, event.at], to: event.at } }
    }
    case "move":
    case "release":
    case "cycle":
      return { gesture: { ...gesture, to: event.at } }
  }
}

const finishPath = (gesture: Extract<Gesture, { kind: "path" }>): ToolStep =>
  gesture.points.length < leastPoints[gesture.type]
    ? { gesture }
    : {
        gesture: idle,
        effect: { kind: "add", shape: { type: gesture.type, points: gesture.points } },
      }

/** Boxes and key points have separate tools. */
const offersPaths: ToolEntry["offers"] = (task) =>
  draws(task) && task.type !== "bboxes" && task.type !== "keypoints"

export const polygon = defineTool({
  name: "polygon",
  command: "polygon",
  scope: "shapes",
  keys: ["p"],
  words: { en: "Polygon", de: "Polygon" },
  icon: "M12 3l8 6-3 10H7L4 9z",
  offers: offersPaths,
  step: (gesture, event, context) => stepPath(gesture, event, context, "polygon"),
})

export const polyline = defineTool({
  name: "polyline",
  command: "polyline",
  scope: "shapes",
  keys: ["o"],
  words: { en: "Polyline", de: "Linienzug" },
  icon: "M3 18L9 8l6 7 6-11",
  offers: offersPaths,
  step: (gesture, event, context) => stepPath(gesture, event, context, "polyline"),
})

export const area = defineTool({
  name: "area",
  command: "area",
  scope: "bitmap",
  keys: ["p"],
  words: { en: "Polygon fill", de: "Polygon füllen" },
  icon: "M12 3l8 6-3 10H7L4 9zM8 10l3 8M12 7l4 10",
  offers: ({ family }) => family.bitmap,
  paints: true,
  step: (gesture, event, context) => stepPath(gesture, event, context, "polygon"),
})
