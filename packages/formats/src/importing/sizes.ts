/** Whether images are as large as their records say. */
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { measureFile } from "../files/imageSize.ts"
import { mapInSlices } from "../files/inSlices.ts"
import type { Source } from "../files/Source.ts"
import { listSearchedImages } from "../images/searchedImages.ts"
import type { Frame, Scene, Size } from "../model/Scene.ts"

/**
 * A stated size that is not that of the file is counted and stays, as one that a client sends. A record that states none, such as 0 × 0, gets the size of
 * the file. An image that was searched elsewhere is another picture where the sizes differ, and refused.
 */
export const withSizesOfImages = async (scene: Scene, source: Source, losses: Losses): Promise<Scene> => {
  const frames = await mapInSlices(scene.frames, (frame) => withSizeOfImage(frame, source, losses))
  return frames.every((frame, index) => frame === scene.frames[index]) ? scene : { ...scene, frames }
}

const withSizeOfImage = async (frame: Frame, source: Source, losses: Losses): Promise<Frame> => {
  const { bitmap, image } = frame
  if (image === null || image.size === null || image.size.isMeasured || !source.has(image.url)) return frame
  const { height, width } = image.size
  const sizes = await readStatedSizes(source, image.url)
  const size = sizes.at(-1)
  if (size === undefined || sizes.some((own) => own.width === width && own.height === height)) return frame
  const isStated = width > 0 && height > 0
  if (isStated && listSearchedImages(source).has(image.url))
    throw new FormatError(
      image.url,
      `is ${size.width} × ${size.height}, but the record that it was found for says ${width} × ${height}: it is another picture.`,
    )
  if (isStated || bitmap !== null)
    losses.add("image-sizes", `${image.url}: ${size.width} × ${size.height}, not ${width} × ${height}`)
  // A bitmap has the size that its record states.
  return isStated || bitmap !== null
    ? frame
    : { ...frame, image: { ...image, size: { ...size, isMeasured: true } } }
}

/** As stored, and upright; none when the file is no image. */
const readStatedSizes = async (source: Source, path: string): Promise<ReadonlyArray<Size>> => {
  const picture = await measureFile(source, path)
  return picture === null ? [] : [picture.stored, picture.size]
}
