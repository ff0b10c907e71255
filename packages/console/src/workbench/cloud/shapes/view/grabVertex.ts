/** A drag of a vertex of the selected shape, in a view without perspective. */
import type { Drag } from "../../../input/StageInput.ts"
import type { ShapePen } from "./ShapePen.ts"
import type { SideGrab } from "./SideDrag.ts"

export const grabVertex = (pen: ShapePen, key: string, index: number, grab: SideGrab): Drag | undefined =>
  pen.sides.grab(key, index, grab)
    ? {
        move: ({ at }) => pen.sides.move(at),
        release: ({ at }) => pen.sides.release(at),
        cancel: () => void pen.sides.cancel(),
      }
    : undefined
