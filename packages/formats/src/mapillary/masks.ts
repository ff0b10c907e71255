/** Masks: in `labels` a pixel is the place of its label in the list, in `instances` 256 times that place plus the number of the instance. */

import type { ReadContext } from "../Format.ts"
import { readPicture, toBitmap } from "../files/bitmap.ts"
import { PartReader } from "../files/PartReader.ts"
import type { Source } from "../files/Source.ts"
import { readMaskScenes } from "../masks-png/maskScenes.ts"
import { isSameSize } from "../masks-png/pictures.ts"
import { type PixelValues, toCategories } from "../masks-png/pixelCategories.ts"
import type { Category } from "../model/Dataset.ts"
import type { Bitmap, Scene } from "../model/Scene.ts"
import { unlabeled } from "./config.ts"
import type { MapillaryReading, PlacedFile } from "./polygons.ts"

/** The categories of pixels: those without a class belong to none. */
export const listPixelCategories = (labels: ReadonlyArray<Category>): ReadonlyArray<Category> =>
  labels.filter(({ name }) => name !== unlabeled)

export const instanceBase = 256

export const readMasks = (
  placed: ReadonlyArray<PlacedFile>,
  { context, folder, labels, source }: MapillaryReading,
): AsyncGenerator<Scene> => {
  const isInstances = folder === "instances"
  const labelsByValue = new Map(labels.map((label) => [label.id - 1, label]))
  const findCategory = (value: number): number | undefined => {
    const label = labelsByValue.get(isInstances ? Math.floor(value / instanceBase) : value)
    return label === undefined ? undefined : label.name === unlabeled ? 0 : label.id
  }
  const values: PixelValues = {
    findCategory,
    describe: (value) => `the value ${value}, which is of none of the ${labels.length} labels`,
  }
  return readMaskScenes(
    placed.map(({ file, scene, url }) => ({
      path: file.path,
      objectPath: isInstances ? file.path : "",
      url,
      scene,
    })),
    {
      source,
      context,
      keepsIds: false,
      isVoid: (value) => value === 0,
      readCategories: async (path) =>
        toCategories(await readValues(source, path), path, values, context.losses),
      // One more than the value: 0 is no object.
      readObjects: async (path) => {
        const bitmap = await readValues(source, path)
        await compareLabels(bitmap, path, source, context)
        return { ...bitmap, ids: bitmap.ids.map((value) => (findCategory(value) ? value + 1 : 0)) }
      },
      ignored: "pixels that are ignored",
    },
  )
}

/** The mask in `labels` of the same image says what that in `instances` says, or else it is counted as one that nothing reads. */
const compareLabels = async (
  instances: Bitmap,
  path: string,
  source: Source,
  { losses }: ReadContext,
): Promise<void> => {
  const labelsPath = path.replace(/(^|\/)instances\/(?!.*(?:^|\/)instances\/)/i, "$1labels/")
  if (!source.has(labelsPath)) return
  const labels = await new PartReader(losses).readLater(() => readValues(source, labelsPath))
  if (labels === undefined) return
  const isSame =
    isSameSize(labels, instances) &&
    labels.ids.every((value, index) => value === Math.floor((instances.ids[index] ?? 0) / instanceBase))
  if (!isSame) losses.add("unread", `${labelsPath} has other labels than ${path}`)
}

const readValues = async (source: Source, path: string): Promise<Bitmap> =>
  toBitmap(readPicture(await source.bytes(path), path, source.limits.pixels))
