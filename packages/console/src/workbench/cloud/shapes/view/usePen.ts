/** The pointer while shapes are drawn or edited. */
import { useMemo } from "react"
import { type PointerTool, useToolPointer } from "../../view/useToolPointer.ts"
import type { ShapePen } from "./ShapePen.ts"

export const usePen = (element: React.RefObject<HTMLElement | null>, pen: ShapePen | undefined): void =>
  useToolPointer(
    element,
    useMemo(() => pen && toolOf(pen), [pen]),
  )

const toolOf = (pen: ShapePen): PointerTool => ({
  isPressed: () => pen.main.drags,
  press: (at, isAlt) => pen.press(at, isAlt),
  drag: (places) => {
    const last = places.at(-1)
    if (last !== undefined) pen.move(last)
  },
  release: (at) => pen.release(at),
  cancel: () => pen.cancel(),
  // While the camera moves, no place is meant.
  hover: (at, isCamera) => {
    if (!isCamera) pen.move(at)
  },
})
