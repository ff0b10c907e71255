/** The picture of a mask: the one with its path, in another folder and with any ending. */
import { DatasetError } from "../FormatError.ts"
import { isImagePath, stripEnding } from "../files/paths.ts"
import type { Size } from "../model/Scene.ts"

/** Finds the picture by the path without its ending; undefined for none. Two are refused: a mask belongs to one picture. */
export type FindPicture = (stem: string, mask: string) => string | undefined

/** The pictures in the folders, which end with a slash. */
export const indexPictures = (paths: ReadonlyArray<string>, folders: ReadonlyArray<string>): FindPicture => {
  const pictures = new Map<string, Array<string>>()
  for (const path of paths) {
    const folder = folders.find((one) => path.startsWith(one))
    if (folder === undefined) continue
    const stem = stripEnding(path.slice(folder.length))
    const same = pictures.get(stem)
    if (same === undefined) pictures.set(stem, [path])
    else same.push(path)
  }
  return (stem, mask) => {
    const all = pictures.get(stem) ?? []
    const images = all.length > 1 ? all.filter(isImagePath) : all
    if (images.length > 1)
      throw new DatasetError(mask, `is the mask of one picture, which may be ${images.join(" or ")}.`)
    return images[0]
  }
}

/** Masks of the same number of pixels may still differ in their sides. */
export const isSameSize = (one: Size, other: Size): boolean =>
  one.width === other.width && one.height === other.height
