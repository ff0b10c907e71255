/** The gestures of the pointer, or of the keys in its place, on the canvas. */
import type { BoxHandle } from "../geometry/box.ts"
import type { Outline } from "../geometry/outline.ts"
import type { Point, Points } from "../geometry/point.ts"

/** A gesture that is going on. Nothing of it is in the label yet. */
export type Gesture =
  | { readonly kind: "idle" }
  | { readonly kind: "box"; readonly from: Point; readonly to: Point }
  | {
      readonly kind: "path"
      readonly type: "polygon" | "polyline"
      readonly points: Points
      readonly to: Point
    }
  | {
      readonly kind: "edit"
      readonly key: string
      readonly grip: Grip
      readonly from: Point
      /** The points before the gesture. */
      readonly before: Points
      readonly points: Points
      /** Whether the pointer moved far enough. */
      readonly dragged: boolean
    }

/** The part of a shape that is held: all of it, a handle of a box, a vertex, or the middle of a side. */
export type Grip =
  | { readonly kind: "whole" }
  | { readonly kind: "handle"; readonly handle: BoxHandle }
  | { readonly kind: "vertex"; readonly index: number }
  | { readonly kind: "side"; readonly after: number; readonly at: Point }

/** An event at a point of the image. */
export type ToolEvent =
  | { readonly kind: "press"; readonly at: Point; readonly adds: boolean; readonly deletes: boolean }
  | { readonly kind: "move" | "release" | "cycle"; readonly at: Point }
  | { readonly kind: "finish" | "cancel" | "back" }

/** A shape as tools see it. */
export interface ToolShape extends Outline {
  readonly key: string
}

/** The shapes around a gesture, and the scale in which they are seen. */
export interface ToolContext {
  /** Shapes that can be picked: neither hidden nor locked. */
  readonly shapes: ReadonlyArray<ToolShape>
  readonly selected: ReadonlySet<string>
  /** Pixels of the screen per pixel of the image. */
  readonly scale: number
  readonly readOnly: boolean
}

/** The effect of a gesture on the label or on the selection. */
export type ToolEffect =
  | { readonly kind: "add"; readonly shape: Outline }
  | { readonly kind: "points"; readonly key: string; readonly points: Points }
  | { readonly kind: "pin"; readonly at: Point }
  | { readonly kind: "select"; readonly key: string | undefined; readonly adds: boolean }

export interface ToolStep {
  readonly gesture: Gesture
  readonly effect?: ToolEffect
}

export const idle: Gesture = { kind: "idle" }
