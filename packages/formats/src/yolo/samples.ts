/** The categories and the names of samples of YOLO datasets. */
import type { Losses } from "../carry/Losses.ts"
import type { ReadContext } from "../Format.ts"
import { FormatError } from "../FormatError.ts"
import { nameOfStem, stripEnding } from "../files/paths.ts"
import type { Category } from "../model/Dataset.ts"
import type { Size } from "../model/Scene.ts"
import type { Task } from "./rows.ts"
import { readSkeleton } from "./skeletons.ts"
import type { YoloConfig, YoloImage } from "./YoloConfig.ts"

/** The id of a category is the number of its class, counted from 1. */
export const makeCategories = (config: YoloConfig, losses: Losses, task?: Task): ReadonlyArray<Category> =>
  [...config.classes].map(([number, name]) => {
    const skeleton = task === "pose" ? readSkeleton(config, number, losses) : undefined
    return {
      id: number + 1,
      name,
      color: null,
      hasInstances: true,
      attributes: [],
      ...(skeleton !== undefined && { skeleton }),
    }
  })

/** The size of the image. Labels are shares of it, so that a file without one is refused. */
export const measureImage = async (path: string, { sizeOf }: Pick<ReadContext, "sizeOf">): Promise<Size> => {
  const size = await sizeOf(path)
  if (size === null) throw new FormatError(path, "is not an image whose size can be read.")
  return size
}

/** Returns what follows the folder `images` and the set; the whole path if that is not unique. */
export const nameSamples = (images: ReadonlyArray<YoloImage>): ReadonlyArray<string> => {
  const short = images.map(({ path }) =>
    stripEnding(
      `/${path}`.replace(/^.*?\/images\//, "/").replace(/^\/((train|val|valid|test|default)\/)?/, ""),
    ),
  )
  const counts = new Map<string, number>()
  for (const name of short) counts.set(name, (counts.get(name) ?? 0) + 1)
  return images.map(({ path }, i) =>
    nameOfStem(counts.get(short[i] ?? "") === 1 ? (short[i] ?? "") : stripEnding(path)),
  )
}
