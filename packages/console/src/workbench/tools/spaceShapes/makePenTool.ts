/** The pointer while shapes are drawn or edited, in the main view and in those without perspective. */
import type { Drag } from "../../input/StageInput.ts"
import type { Tool } from "../Tool.ts"
import type { ShapePen } from "./ShapePen.ts"
import type { SideGrab } from "./SideDrag.ts"

export const makePenTool = (pen: ShapePen): Tool => ({
  press: ({ alt, at }) =>
    pen.press(at, alt)
      ? {
          // After a key has ended the drag, the pointer is still down.
          move: (move) => {
            if (pen.main.drags) pen.move(move.at)
          },
          release: (release) => pen.release(release.at),
          cancel: () => void pen.cancel(),
        }
      : undefined,
  // While the camera moves, no place is meant.
  hover: (at, isCamera) => {
    if (!isCamera) pen.move(at)
  },
  cancel: () => pen.cancel(),
})

/** A drag of a vertex of the selected shape, in a view without perspective. */
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
