/** The frames of a scene with the paths of their images, and with the sizes of those where a format needs them. */
import type { WriteContext } from "../Format.ts"
import { getStem } from "../files/paths.ts"
import type { Frame, Image, Scene, Size } from "../model/Scene.ts"

export interface ImageFrame {
  readonly frame: Frame
  readonly index: number
  readonly image: Image
  /**
   * A path without an ending for the image and files beside it: that of the imported file, or the name of the sample, and in a sequence that of
   * the frame in it.
   */
  readonly stem: string
  /** The same below the folder of the set. */
  readonly stemInSet: string
  /** A path for the image alone, which differs from others at least in its ending. */
  readonly imageStem: string
}

export interface SizedFrame extends ImageFrame {
  readonly size: Size
}

/** For formats that do not state sizes. Frames without an image are left out. */
export const listImageFrames = (scene: Scene): ReadonlyArray<ImageFrame> => {
  const stems = listFrameStems(scene)
  return scene.frames.flatMap((frame, index) =>
    frame.image === null
      ? []
      : [Object.assign(listFramePaths(scene, stems[index] ?? ""), { frame, index, image: frame.image })],
  )
}

/** Null, and counted, when the size of an image is unknown. */
export const measureFrames = async (
  scene: Scene,
  { losses, sizeOf }: Pick<WriteContext, "losses" | "sizeOf">,
): Promise<ReadonlyArray<SizedFrame> | null> => {
  const stems = listFrameStems(scene)
  const sized: Array<SizedFrame> = []
  for (const [index, frame] of scene.frames.entries()) {
    const size = frame.image === null ? null : await sizeOf(frame.image)
    if (frame.image === null || size === null) {
      losses.add("image-size", scene.name)
      return null
    }
    sized.push(
      Object.assign(listFramePaths(scene, stems[index] ?? ""), { frame, index, image: frame.image, size }),
    )
  }
  return sized
}

/** Asked when they are needed: an asked path is taken. */
const listFramePaths = ({ exportPaths, isSequence }: Scene, own: string) => ({
  get stem() {
    return isSequence ? own : (exportPaths?.beside() ?? own)
  },
  get stemInSet() {
    return isSequence ? own : (exportPaths?.besideInSet() ?? own)
  },
  get imageStem() {
    return isSequence ? own : (exportPaths?.image() ?? own)
  },
})

const listFrameStems = ({ frames, isSequence, name }: Scene): ReadonlyArray<string> => {
  if (!isSequence) return [getStem(name)]
  const names = frames.map((frame) => frame.name)
  const isUnique = !names.includes(null) && new Set(names).size === names.length
  return names.map((found, index) => {
    const own = isUnique && found !== null ? found : String(index).padStart(6, "0")
    return `${getStem(name)}/${getStem(own.replaceAll("/", "_"))}`
  })
}
