/** The tool that draws boxes: by a drag, or by two presses. */
import { makeBox } from "../../geometry/box.ts"
import { isDrag } from "../../geometry/point.ts"
import { type Gesture, idle, type ToolContext, type ToolEvent, type ToolStep } from "../Gesture.ts"
import { defineTool, draws } from "../ToolEntry.ts"

/** A step of the box tool. A press that does not become a drag leaves one corner, and the next press the other. */
const stepBox = (gesture: Gesture, event: ToolEvent, { scale }: ToolContext): ToolStep => {
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

export const box = defineTool({
  name: "bbox",
  command: "box",
  scope: "shapes",
  keys: ["b"],
  words: { en: "Box", de: "Box" },
  icon: "M4 6h16v12H4z",
  offers: (task) => draws(task) && task.type !== "keypoints",
  step: stepBox,
})
