/** Drawing without a pointer: the arrow keys move a cross, and Enter presses the tool where it is. */

import type { Editor } from "../../editor/Editor.ts"
import { Observed } from "../../editor/Store.ts"
import { type Point, roundPoint } from "../../geometry/point.ts"
import type { ViewportStore } from "./ViewportStore.ts"

/** The step of an arrow key, in pixels of the screen for each pixel that it moves a shape. */
const reach = 8

/** The place of the cross in the image; undefined while it is not shown. */
export class KeyboardCross extends Observed<Point | undefined> {
  constructor(
    private readonly editor: Editor,
    private readonly viewport: ViewportStore,
  ) {
    super(undefined)
  }

  hide(): void {
    this.place(undefined)
  }

  /** Moves the cross, which begins in the middle of the view. */
  move([dx, dy]: Point): true {
    const { scale } = this.viewport.state
    const [x, y] = this.state ?? this.computeMiddle()
    const image = this.viewport.image ?? this.viewport.screen
    this.place(
      roundPoint([
        limitTo(x + (dx * reach) / scale, image.width),
        limitTo(y + (dy * reach) / scale, image.height),
      ]),
    )
    return true
  }

  /** Presses the tool at the cross. False while nothing is drawn. */
  press(): boolean {
    if (this.editor.state.tool === "edit") return false
    const at = this.state ?? roundPoint(this.computeMiddle())
    this.place(at)
    this.editor.point({ kind: "press", at, adds: false, deletes: false }, this.viewport.state.scale)
    return true
  }

  private computeMiddle(): Point {
    const { height, width } = this.viewport.screen
    return this.viewport.toImage([width / 2, height / 2])
  }

  private place(at: Point | undefined): void {
    if (this.state === at) return
    if (at !== undefined) this.editor.point({ kind: "move", at }, this.viewport.state.scale)
    this.set(at)
  }
}

const limitTo = (value: number, size: number): number => Math.min(Math.max(value, 0), size)
