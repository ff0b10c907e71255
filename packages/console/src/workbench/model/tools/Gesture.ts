/** Describes what the pointer, or the keys in its place, are doing on the canvas. */
import type { BoxHandle } from "../geometry/box.ts"
import type { Outline } from "../geometry/outline.ts"
import type { Point, Points } from "../geometry/point.ts"

export type Tool = "edit" | "bbox" | "polygon" | "polyline" | "point" | "pin" | BitmapTool | PointTool

/** The tools that paint areas: `area` fills a polygon. */
export type BitmapTool = "brush" | "eraser" | "fill" | "area"

/** The tools that assign points of a cloud, by what they cover on the screen. */
export type PointTool = "brush" | "eraser" | "lasso" | "rectangle"

export const isPointTool = (tool: Tool): tool is PointTool =>
  tool === "brush" || tool === "eraser" || tool === "lasso" || tool === "rectangle"

/** Whether a tool paints objects instead of drawing them. */
export const isPaintTool = (tool: Tool): tool is BitmapTool | PointTool =>
  isPointTool(tool) || tool === "fill" || tool === "area"

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

/** A tool needs to know this. */
export interface ToolContext {
  readonly tool: Tool
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
