/** The protocol of tools: a stage offers each press to the chosen one first, in pixels of the stage. */
import type { Drag, Press } from "../input/StageInput.ts"
import type { Point } from "../model/geometry/point.ts"

export interface Tool {
  /** Undefined where the press is left to the stage, which selects or moves the view. */
  readonly press: (press: Press) => Drag | undefined
  /** The pointer moves without a press of the tool. `isCamera`: a button is held, which moves the view. */
  readonly hover?: (at: Point, isCamera: boolean) => void
  /** The pointer left the stage. */
  readonly leave?: () => void
  /** Ends what is going on without an edit. False where nothing is. */
  readonly cancel: () => boolean
}
