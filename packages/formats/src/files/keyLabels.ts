/** The keys of label files, by which samples are called. */
import { getBaseName, stripEnding } from "./paths.ts"

/**
 * By the names of the files, which is what our side file has. Where two folders, such as those of sets or drives, have a name, every file is
 * called by its path without the folder of labels.
 */
export const keyLabels = (labels: ReadonlyArray<string>): ReadonlyMap<string, string> => {
  const names = new Set(labels.map((path) => stripEnding(getBaseName(path))))
  const isUnique = names.size === labels.length
  return new Map(
    labels.map((path) => [
      isUnique
        ? stripEnding(getBaseName(path))
        : stripEnding(path).replace(/(^|\/)(label_0?2|labels)\//, "$1"),
      path,
    ]),
  )
}
