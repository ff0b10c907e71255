/** Checks that every frame of a point cloud says where that is. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { hasFileName } from "../files/paths.ts"
import type { Frame, Scene } from "../model/Scene.ts"

const lacksCloud = ({ cloud }: Frame): boolean => cloud !== null && !hasFileName(cloud.url)

/**
 * Counts frames whose point cloud neither a record nor a file names: they have none. A scene without any point cloud is refused where point
 * clouds are saved, since nothing of it could be saved.
 */
export const checkClouds = (scene: Scene, hasBaseUrl: boolean, losses: Losses): Scene => {
  const { frames, isSequence, name } = scene
  if (!frames.some(lacksCloud)) return scene
  const findPlace = (index: number) =>
    isSequence ? `the frame ${index + 1} of ${JSON.stringify(name)}` : JSON.stringify(name)
  if (!hasBaseUrl && frames.every(lacksCloud))
    throw new FormatError(
      ".",
      `has no point cloud for ${findPlace(0)}, and no URL says where point clouds are.`,
    )
  return {
    ...scene,
    frames: frames.map((frame, index) => {
      if (!lacksCloud(frame)) return frame
      losses.add("point-clouds", findPlace(index))
      return { ...frame, cloud: null }
    }),
  }
}
