/** Tools that draw: a box by drag or by two presses, a path by presses, a point by one. */
import { makeBox } from "../geometry/box.ts"
import { isDrag, measureDistance, type Point } from "../geometry/point.ts"
import { leastPoints } from "../geometry/vertices.ts"
import { type Gesture, idle, type ToolContext, type ToolEvent, type ToolStep } from "./Gesture.ts"

/** A step of the box tool. A press that does not become a drag leaves one corner, and the next press the other. */
export const stepBox = (gesture: Gesture, event: ToolEvent, { scale }: ToolContext): ToolStep => {
  if (event.kind === "cancel" || event.kind === "back") return { gesture: idle }
  if (!("at" in event)) return { gesture }
  if (gesture.kind !== "box")
    return event.kind === "press" ? { gesture: { kind: "box", from: event.at, to: event.at } } : { gesture }
  const { from } = gesture
  const isBox = [0, 1].every((axis) => Math.abs((from[axis] ?? 0) - (event.at[axis] ?? 0)) * scale >= 1)
  const ends = event.kind === "press" || event.kind === "release"
  if (!ends || !isBox || !isDrag(from, event.at, scale))
    return { gesture: { kind: "box", from, to: event.at } }
  return {
    gesture: idle,
    effect: { kind: "add", shape: { type: "bbox", points: makeBox(from, event.at) } },
  }
}

/** The distance to its first or last vertex at which a press ends a path, in pixels of the screen. */
const closingReach = 6

/** A step of the polygon and the polyline tool. A press near the first vertex, or again at the last, ends the path. */
export const stepPath = (
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

/** A step of the point tool. */
export const stepPoint = (gesture: Gesture, event: ToolEvent): ToolStep =>
  event.kind === "press"
    ? { gesture: idle, effect: { kind: "add", shape: { type: "point", points: [event.at] } } }
    : { gesture }

/** A step of the tool that chooses the place of an issue. The label stays as it is. */
export const stepPin = (gesture: Gesture, event: ToolEvent): ToolStep =>
  event.kind === "press" ? { gesture: idle, effect: { kind: "pin", at: event.at } } : { gesture }
