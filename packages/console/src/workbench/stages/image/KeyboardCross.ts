/**
 * Drawing without a pointer: the arrow keys move a cross, and Enter presses the tool where it is. It acts only while it is shown, which ends
 * with the next move of the pointer.
 */
import type { Editor } from "../../editor/Editor.ts"
import { Observed } from "../../editor/Store.ts"
import { type Point, roundPoint } from "../../geometry/point.ts"
import type { ViewportStore } from "./ViewportStore.ts"

/** The step of an arrow key, in pixels of the screen for each pixel that it moves a shape. */
const reach = 8

/** The place of the cross in the image; undefined while it is not shown. */
export class KeyboardCross extends Observed<Point | undefined> {
  private drawsWithPointer = false

  constructor(
    private readonly editor: Editor,
    private readonly viewport: ViewportStore,
  ) {
    super(undefined)
  }

  hide(): void {
    this.place(undefined)
  }

  /** Leaves drawing to the pointer: Enter then finishes what it draws, and shows the cross before it sets a corner there. */
  followPointer(): void {
    this.drawsWithPointer = true
    this.hide()
  }

  /** Prepares drawing with keys, such as by a tool that was chosen by its key. */
  followKeys(): void {
    this.drawsWithPointer = false
  }

  /** Moves the cross, which begins in the middle of the view. */
  move([dx, dy]: Point): true {
    this.followKeys()
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

  /** Presses the tool at the cross. After the pointer, ends the path that it draws, or shows the cross. False while nothing is drawn. */
  press(): boolean {
    const { gesture, tool } = this.editor.state
    const { scale } = this.viewport.state
    if (tool === "edit") return false
    if (this.state === undefined && gesture.kind === "path") {
      this.editor.point({ kind: "finish" }, scale)
      return true
    }
    const isShown = this.state !== undefined || !this.drawsWithPointer
    const at = this.state ?? roundPoint(this.computeMiddle())
    this.followKeys()
    this.place(at)
    if (isShown) this.editor.point({ kind: "press", at, adds: false, deletes: false }, scale)
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
