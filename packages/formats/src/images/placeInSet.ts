/** The set of an image, and its path there, for samples of one file. */
import type { Scene } from "../model/Scene.ts"
import { findSetInPath } from "../model/sets.ts"
import { stripImageFolders } from "./fileInSet.ts"

export const placeInSet = (path: string, split: string | null): Pick<Scene, "file" | "set" | "split"> => {
  const set = findSetInPath(path)
  return {
    split,
    file: stripImageFolders(path, split),
    ...(set !== null && set.split === split && { set: set.set }),
  }
}
