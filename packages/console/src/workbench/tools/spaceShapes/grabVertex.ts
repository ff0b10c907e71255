/** A drag of a vertex of the selected shape, in a view without perspective. */

import type { ShapePen } from "../../cloud/shapes/view/ShapePen.ts"
import type { SideGrab } from "../../cloud/shapes/view/SideDrag.ts"
import type { Drag } from "../../input/StageInput.ts"

export const beginVertexDrag = (
  pen: ShapePen,
  key: string,
  index: number,
  grab: SideGrab,
): Drag | undefined =>
  pen.sides.beginDrag(key, index, grab)
    ? {
        move: ({ at }) => pen.sides.move(at),
        release: ({ at }) => pen.sides.release(at),
        cancel: () => void pen.sides.cancel(),
      }
    : undefined
