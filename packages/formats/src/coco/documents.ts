/** Which files of a folder are COCO files, and of which set. */
import { getBaseName } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { findSetInPath, isSetWord, type SpelledSet, toSet } from "../model/sets.ts"

/**
 * All JSON files; where there are `instances_*` or else `person_keypoints_*` files, as in the original, only those: the others have the same
 * images.
 */
export const listCocoDocuments = ({ paths }: Source): ReadonlyArray<string> => {
  const all = paths.filter(
    (path) => path.toLowerCase().endsWith(".json") && !/^(panoptic|captions)_/.test(getBaseName(path)),
  )
  for (const prefix of ["instances_", "person_keypoints_"]) {
    const prefixed = all.filter((path) => getBaseName(path).startsWith(prefix))
    if (prefixed.length > 0) return prefixed
  }
  return all
}

/** Without `image_info_*` files where others have the same images with annotations. */
export const omitImageLists = (documents: ReadonlyArray<string>): ReadonlyArray<string> => {
  const labeled = documents.filter((path) => !getBaseName(path).startsWith("image_info_"))
  return labeled.length > 0 ? labeled : documents
}

/**
 * The set of a file: what follows `instances_` in its name, or the usual set that its name has, as in `train_labels.json`. Where several files
 * have one name, or the name says nothing, the folder says it, and then a name such as `fold1` or `dev`. Null for no set.
 */
export const setOfDocument = (path: string, all: ReadonlyArray<string>): SpelledSet | null => {
  const name = getBaseName(path).replace(/\.json$/i, "")
  const spelled =
    /^(?:image_info|instances|labels|person_keypoints|panoptic|stuff)_(.+)$/.exec(name)?.[1] ??
    /(?:^|[^a-z])(train|val|valid|validation|test)(?:[^a-z]|$)/i.exec(name)?.[1]
  const split = spelled === undefined ? null : toSet(spelled)
  if (spelled !== undefined && split !== null) return { split, set: spelled }
  const ofName = isSetWord(name) ? { split: name, set: name } : null
  return findSetInPath(path) ?? setOfFolder(path, all) ?? ofName
}

/** Folders name sets where they have files of the same name. */
export const setOfFolder = (path: string, all: ReadonlyArray<string>): SpelledSet | null => {
  const same = all
    .filter((other) => getBaseName(other) === getBaseName(path))
    .map((other) => other.split("/"))
  const parts = path.split("/").slice(0, -1)
  const at = parts.findIndex((part, index) => same.some((other) => other[index] !== part))
  const set = at < 0 ? undefined : parts[at]
  const split = set === undefined ? null : toSet(set)
  return set === undefined || split === null || isShallow(same, at) ? null : { split, set }
}

/** Whether one of the files is not below such a folder. */
const isShallow = (paths: ReadonlyArray<ReadonlyArray<string>>, at: number): boolean =>
  paths.some(({ length }) => length <= at + 1)

/** Files of predictions: a list of records that name the image of another file, a category and a score. */
export const findResults = async (
  source: Source,
  documents: ReadonlyArray<string>,
): Promise<ReadonlyArray<string>> => {
  const results: Array<string> = []
  for (const path of source.paths)
    if (path.toLowerCase().endsWith(".json") && !documents.includes(path) && (await isResults(source, path)))
      results.push(path)
  return results
}

export const isResults = async (source: Source, path: string): Promise<boolean> => {
  const head = Buffer.from(await source.peek(path, 0, beginning)).toString("latin1")
  return (
    /^(?:\xef\xbb\xbf)?\s*\[\s*\{/.test(head) &&
    /"image_id"\s*:/.test(head) &&
    /"category_id"\s*:/.test(head) &&
    /"(?:score|bbox|segmentation|keypoints)"\s*:/.test(head)
  )
}

const beginning = 64 * 1024
const end = 64 * 1024

/** Whether its beginning and end have the lists of COCO with boxes, polygons or masks. */
export const isLikelyCoco = async (source: Source, path: string): Promise<boolean> => {
  const size = await source.size(path)
  const parts = [
    await source.peek(path, 0, beginning),
    await source.peek(path, Math.max(0, size - end), size),
  ]
  const text = parts.map((part) => Buffer.from(part).toString("latin1")).join("\n")
  return (
    /"images"\s*:\s*\[|"file_name"\s*:/.test(text) &&
    /"annotations"\s*:\s*\[|"category_id"\s*:|"categories"\s*:\s*\[/.test(text) &&
    // Files of panoptic COCO, and those of Darwin.
    !/"(segments_info|schema_ref|slot_name)"\s*:/.test(text)
  )
}
