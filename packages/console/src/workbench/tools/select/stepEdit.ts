/** The tool that selects and edits: handles and vertices of what is selected first, then what lies under the pointer. */
import { withHandleAt } from "../../geometry/box.ts"
import { findHits, pickNext } from "../../geometry/hit.ts"
import { isDrag, type Point, type Points, subtractPoints } from "../../geometry/point.ts"
import { movePoints, removeVertex, withVertexAfter, withVertexAt } from "../../geometry/vertices.ts"
import {
  type Gesture,
  type Grip,
  idle,
  type ToolContext,
  type ToolEvent,
  type ToolShape,
  type ToolStep,
} from "../Gesture.ts"
import { defineTool } from "../ToolEntry.ts"
import { findGrip } from "./grips.ts"

/** The distance beside a line at which a press still picks it, in pixels of the screen. */
export const pickReach = 6

/** A step of the edit tool. */
export const stepEdit = (gesture: Gesture, event: ToolEvent, context: ToolContext): ToolStep => {
  switch (event.kind) {
    case "press":
      return pressGrip(event, context)
    case "cycle":
      return { gesture: idle, effect: { kind: "select", key: findNextBelow(event.at, context), adds: false } }
    case "cancel":
      return { gesture: idle }
    case "move":
    case "release":
      return gesture.kind === "edit"
        ? dragGrip(gesture, event.at, event.kind === "release", context)
        : { gesture }
    default:
      return { gesture }
  }
}

const pressGrip = (event: Extract<ToolEvent, { kind: "press" }>, context: ToolContext): ToolStep => {
  const { readOnly, scale, selected, shapes } = context
  const { adds, at, deletes } = event
  for (const shape of shapes) {
    if (!selected.has(shape.key) || readOnly) continue
    const grip = findGrip(shape, at, scale)
    if (grip === undefined) continue
    if (deletes && grip.kind === "vertex") return deleteVertex(shape, grip.index)
    return { gesture: startEdit(shape, grip, at) }
  }
  const hits = findHits(shapes, at, pickReach / scale)
  // What is selected is picked again, so that a large shape can be moved although a small one lies in it.
  const shape = (adds ? undefined : hits.find(({ key }) => selected.has(key))) ?? hits[0]
  if (shape === undefined) return { gesture: idle, effect: { kind: "select", key: undefined, adds } }
  const effect = { kind: "select", key: shape.key, adds } as const
  if (readOnly || adds) return { gesture: idle, effect }
  return { gesture: startEdit(shape, { kind: "whole" }, at), ...(selected.has(shape.key) ? {} : { effect }) }
}

const startEdit = ({ key, points }: ToolShape, grip: Grip, from: Point): Gesture => ({
  kind: "edit",
  key,
  grip,
  from,
  before: points,
  points,
  dragged: false,
})

const deleteVertex = ({ key, points, type }: ToolShape, index: number): ToolStep => {
  const left = removeVertex(type, points, index)
  return left === undefined
    ? { gesture: idle }
    : { gesture: idle, effect: { kind: "points", key, points: left } }
}

const dragGrip = (
  gesture: Extract<Gesture, { kind: "edit" }>,
  at: Point,
  ends: boolean,
  context: ToolContext,
): ToolStep => {
  const moves = gesture.dragged || isDrag(gesture.from, at, context.scale)
  if (!moves) return { gesture: ends ? idle : gesture }
  const points = computePoints(gesture, at)
  return ends
    ? { gesture: idle, effect: { kind: "points", key: gesture.key, points } }
    : { gesture: { ...gesture, points, dragged: true } }
}

const computePoints = ({ before, from, grip }: Extract<Gesture, { kind: "edit" }>, at: Point): Points => {
  switch (grip.kind) {
    case "whole":
      return movePoints(before, subtractPoints(at, from))
    case "handle":
      return withHandleAt(before, grip.handle, at)
    case "vertex":
      return withVertexAt(before, grip.index, at)
    case "side":
      return withVertexAfter(before, grip.after, at)
  }
}

/** The shape below the selected one, around the end. */
const findNextBelow = (at: Point, { scale, selected, shapes }: ToolContext): string | undefined => {
  const hits = findHits(shapes, at, pickReach / scale)
  return pickNext(
    hits,
    hits.find(({ key }) => selected.has(key)),
  )?.key
}

export const select = defineTool({
  name: "edit",
  command: "edit",
  scope: "2d",
  keys: ["e"],
  words: { en: "Select and edit", de: "Auswählen und bearbeiten" },
  icon: "M6 3l12 9-6 1-3 6z",
  offers: () => true,
  step: stepEdit,
})
