/** The pointer while shapes are drawn or edited. */

import type { ShapePen } from "../../cloud/shapes/view/ShapePen.ts"
import type { Tool } from "../Tool.ts"

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
