/**
 * Tools paint on a surface in labels whose objects are areas of a bitmap or sets of points: these lie outside of the editor.
 */
import type { TakenObject } from "../editor/edits/takeObject.ts"
import type { Bounds } from "../geometry/outline.ts"
import type { Points } from "../geometry/point.ts"
import type { ToolEvent } from "../tools/Gesture.ts"
import type { Tool } from "../tools/tools.ts"

export interface Surface {
  /** The part of it that takes the events of the canvas. Absent where it has a separate view. */
  readonly canvas?: CanvasSurface
  /** Takes the stroke back that is going on. False when there is none. */
  readonly cancel: () => boolean
  /** Deletes the objects that are selected and not locked from the frames for which `from <= frame <= to`. */
  readonly deleteIn: (from: number, to: number) => Promise<void>
  /**
   * Takes an object with its pixels or points from another label, as one step. It changes nothing after the signal, and where it fails: with a
   * `TakeRefusal` unless every frame has pixels or points of the same image or cloud.
   */
  readonly takeObject: (taken: TakenObject, signal?: AbortSignal) => Promise<void>
}

export interface CanvasSurface {
  /** Whether the events of a tool go to the surface instead of the shapes. */
  readonly canUse: (tool: Tool) => boolean
  readonly point: (event: ToolEvent) => void
  /** Fills a polygon that was drawn. */
  readonly fillArea: (points: Points) => void
  /** The rectangle around some objects. */
  readonly findBounds: (keys: ReadonlySet<string>) => Promise<Bounds | undefined>
}
