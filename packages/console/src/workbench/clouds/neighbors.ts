/** The frames whose clouds are drawn around that of the shown frame, as context. */
import type { CloudFrame } from "../session/clouds/cloudFrames.ts"

/** The number of frames to each side that can be drawn. */
export const maxNeighbors = 3

/**
 * The frames up to so many before and behind a frame, the nearest first. Each cloud is placed in the world by the pose of its frame: a
 * frame of which the place in relation to the shown one is unknown, as only one of both has a pose, is left out.
 */
export const listNeighbors = (
  frames: ReadonlyArray<CloudFrame>,
  frame: number,
  reach: number,
): ReadonlyArray<number> => {
  const shown = frames[frame]
  if (shown === undefined) return []
  return Array.from({ length: reach }, (_, index) => [frame - index - 1, frame + index + 1])
    .flat()
    .filter((other) => {
      const neighbor = frames[other]
      return neighbor?.url !== undefined && (neighbor.pose === undefined) === (shown.pose === undefined)
    })
}
