/** Finds the labels of an image as the tools of YOLO do. */
import { stripEnding } from "../files/paths.ts"

/** The path with its last folder `images` replaced, and another ending; beside the image where there is no such folder. */
export const replaceImagesFolder = (imagePath: string, folder: string, ending: string): string => {
  const path = `/${imagePath}`
  const at = path.lastIndexOf("/images/")
  const moved = at < 0 ? path : `${path.slice(0, at)}/${folder}/${path.slice(at + "/images/".length)}`
  return `${stripEnding(moved).slice(1)}${ending}`
}

/** Ultralytics looks in these folders, and our files are there. */
export const toLabelPath = (imagePath: string): string => replaceImagesFolder(imagePath, "labels", ".txt")

/** The folder of labels in DOTA. */
export const dotaFolder = "labelTxt"

/**
 * All places of the label of an image, in their order: that of Ultralytics, that of DOTA, beside the image, as in Darknet, and a folder
 * `labels` beside one of its folders.
 */
export const listLabelPaths = (imagePath: string): ReadonlyArray<string> => {
  const beside = `${stripEnding(imagePath)}.txt`
  const parts = beside.split("/")
  const inserted = parts.map((_, index) =>
    [...parts.slice(0, index), "labels", ...parts.slice(index)].join("/"),
  )
  return [
    ...new Set([
      toLabelPath(imagePath),
      replaceImagesFolder(imagePath, dotaFolder, ".txt"),
      beside,
      ...inserted.reverse(),
    ]),
  ]
}
