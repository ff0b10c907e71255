/** Checks that every frame of a point cloud says where that is, and of which type. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { hasFileName } from "../files/paths.ts"
import { unknownType } from "../model/cloudType.ts"
import type { Frame, Scene } from "../model/Scene.ts"

const lacksCloud = ({ cloud }: Frame): boolean => cloud !== null && !hasFileName(cloud.url)

const isUnreadable = ({ cloud }: Frame): boolean => cloud !== null && cloud.type === unknownType

/**
 * Counts frames whose point cloud neither a record nor a file names, and those whose point cloud is of no type that Annotary has: they have
 * none. A scene without any point cloud is refused where point clouds are saved, since they were probably forgotten, unless it `canLack` them: they are at a URL, or the
 * format has none that can be read.
 */
export const checkClouds = (scene: Scene, canLack: boolean, losses: Losses): Scene => {
  const { frames, isSequence, name } = scene
  if (!frames.some((frame) => lacksCloud(frame) || isUnreadable(frame))) return scene
  const findPlace = (index: number) =>
    isSequence ? `the frame ${index + 1} of ${JSON.stringify(name)}` : JSON.stringify(name)
  if (!canLack && frames.every(lacksCloud))
    throw new FormatError(
      ".",
      `has no point cloud for ${findPlace(0)}, and no URL says where point clouds are.`,
    )
  return {
    ...scene,
    frames: frames.map((frame, index) => {
      if (lacksCloud(frame)) losses.add("point-clouds", findPlace(index))
      else if (isUnreadable(frame)) losses.add("cloud-types", `${findPlace(index)}: ${frame.cloud?.url}`)
      else return frame
      return { ...frame, cloud: null }
    }),
  }
}
