/** Checks that every frame of a point cloud says where that is. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import type { Scene } from "../model/Scene.ts"

/**
 * Counts frames whose point cloud neither a record nor a file names. Where point clouds are saved, they are refused: nothing could be saved.
 */
export const checkClouds = (
  { frames, isSequence, name }: Scene,
  hasBaseUrl: boolean,
  losses: Losses,
): void => {
  for (const [index, { cloud }] of frames.entries()) {
    if (cloud === null || cloud.url !== "") continue
    const place = isSequence ? `the frame ${index + 1} of ${JSON.stringify(name)}` : JSON.stringify(name)
    if (!hasBaseUrl)
      throw new FormatError(".", `has no point cloud for ${place}, and no URL says where point clouds are.`)
    losses.add("point-clouds", place)
  }
}
