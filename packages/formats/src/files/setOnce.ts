/** Files of frames or samples by their names, where each has one. */
import { DatasetError } from "../FormatError.ts"

/** Fails where another file has the same key: a label belongs to one picture, and to one point cloud. */
export const setOnce = <Key>(files: Map<Key, string>, key: Key, path: string): void => {
  const other = files.get(key)
  if (other !== undefined)
    throw new DatasetError(path, `and ${other} may both be the file of one frame; only one of them can be.`)
  files.set(key, path)
}
