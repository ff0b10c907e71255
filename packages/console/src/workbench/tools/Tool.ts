/** The protocol of tools: a stage offers each press to its tools in order, in pixels of the stage. */
import type { Point } from "../geometry/point.ts"
import type { Drag, Press, Release } from "../input/StageInput.ts"

export interface Tool {
  /** Undefined where the press is left to the tools behind it, and then to the stage, which selects or moves the view. */
  readonly press?: (press: Press) => Drag | undefined
  /** A click that no tool has pressed: a drag from the same place would have moved the view. True where the tool takes it. */
  readonly click?: (at: Point, release: Release) => boolean
  /** The pointer moves without a press of the tool. `isCamera`: a button is held, which moves the view. */
  readonly hover?: (at: Point, isCamera: boolean) => void
  /** The pointer left the stage. */
  readonly leave?: () => void
  /** Ends what is going on without an edit. False where nothing is. */
  readonly cancel: () => boolean
}

/** The drag of the first tool that takes a press. */
export const pressTools = (tools: ReadonlyArray<Tool>, press: Press): Drag | undefined => {
  for (const tool of tools) {
    const drag = tool.press?.(press)
    if (drag !== undefined) return drag
  }
  return undefined
}
