/** Finds where the images of a record are in the layouts of formats. */
import { posix } from "node:path"

const imageFolders = ["images", "JPEGImages", "data", "imgs", "img"]

const recordFolder = /^(annotations?|labels?|labelTxt|json|xml|ann)$/i

/** The folder that has the folder of records, which has no images itself; undefined for a file elsewhere. */
export const findParentOfRecords = (file: string): string | undefined => {
  const parts = posix.dirname(file).split("/")
  const at = parts.findIndex((part) => recordFolder.test(part))
  return at < 0 ? undefined : parts.slice(0, at).join("/") || "."
}

/** Folders from the file of a record, the likeliest first: those of its set before those of all sets. `sets` are spellings of the set. */
export const findLayoutFolders = (record: string, sets: ReadonlyArray<string>): ReadonlyArray<string> => {
  const own = posix.dirname(record)
  const parts = own === "." ? [] : own.split("/")
  const at = parts.findLastIndex((part) => recordFolder.test(part))
  const roots = at < 0 ? [own] : [parts.slice(0, at).join("/"), own]
  // `Annotations/day` lies beside `JPEGImages/day`.
  const below = at < 0 ? [] : parts.slice(at + 1)
  const beside =
    at < 0 || below.length === 0 ? [] : imageFolders.map((folder) => [folder, ...below].join("/"))
  const ofSets = sets.flatMap((set) => [
    `images/${set}`,
    `${set}/images`,
    `data/${set}`,
    set,
    `${set}/JPEGImages`,
    `${set}/data`,
  ])
  return roots.flatMap((root) =>
    [...beside, ...ofSets, ...imageFolders, "."].map((folder) => posix.join(root, folder)),
  )
}
