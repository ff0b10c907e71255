/** The label file of each image. */
import { posix } from "node:path"
import type { Losses } from "../carry/Losses.ts"
import { FormatError } from "../FormatError.ts"
import { findExactFiles, findFile, foldName } from "../files/findFile.ts"
import { isImagePath } from "../files/paths.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import type { Split } from "../model/Scene.ts"
import { checkClassList, isClassList } from "./classLists.ts"
import { listLabelPaths, toLabelPath } from "./layout.ts"
import { findFolderSplit } from "./sets.ts"
import type { YoloConfig, YoloImage } from "./YoloConfig.ts"

/**
 * The images of all sets with their labels, in the order of their paths. A set none of whose images has a label is refused, and so is a label
 * with two images; one without its image is counted.
 */
export const findLabels = async (
  source: Source,
  config: YoloConfig,
  losses: Losses,
): Promise<ReadonlyArray<YoloImage>> => {
  const images = findImages(source, config)
  checkSets(source, config)
  const owners = new Map<string, string>()
  for (const { label, path } of images) {
    const other = label === undefined ? undefined : owners.get(label)
    if (label !== undefined && other !== undefined)
      throw new FormatError(label, `may be the label of ${other} or of ${path}.`)
    if (label !== undefined) owners.set(label, path)
    else losses.add("missing-labels", path)
  }
  await checkOthers(source, config, images, losses)
  return images
}

/** The images of all sets, without a check of their labels. */
export const findImages = (source: Source, { sets }: YoloConfig): ReadonlyArray<YoloImage> => {
  const splits = new Map<string, Split | null | undefined>()
  const names = new Set(sets.map(({ split }) => split))
  for (const { images, split } of sets)
    for (const image of images)
      splits.set(image, splits.has(image) && splits.get(image) !== split ? undefined : split)
  const exact = findExactFiles(source, [...splits.keys()].map(listLabelPaths))
  return [...splits]
    .map(([path, split]) => ({
      path,
      split: split === undefined || isInDefault(path) ? splitOfShared(path, names) : split,
      label: findFile(source, listLabelPaths(path), exact),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))
}

/** Samples of no set are in a folder that `train` lists, too. */
const isInDefault = (path: string): boolean => /(^|\/)images\/default\//.test(path)

/** The folder decides where an image is in several sets: `val` must be there, and is often that of `train`. */
const splitOfShared = (path: string, names: ReadonlySet<Split | null>): Split | null => {
  if (isInDefault(path)) return null
  const folder = /(?:^|\/)images\/([^/]+)\//.exec(path)?.[1] ?? null
  return findFolderSplit(path) ?? (names.has(folder) ? folder : null)
}

/** A set whose images have no labels, and no folder for them, is a set whose labels are missing. */
const checkSets = (source: Source, config: YoloConfig): void => {
  const folders = new Set(
    source.paths.filter((path) => /\.txt$/i.test(path) && !isClassList(path)).map(posix.dirname),
  )
  for (const { images, text } of config.sets) {
    const [first] = images
    if (first === undefined || images.some((image) => findFile(source, listLabelPaths(image)) !== undefined))
      continue
    if (images.some((image) => listLabelPaths(image).some((path) => folders.has(posix.dirname(path)))))
      continue
    throw new FormatError(
      config.path,
      `has ${text}, whose labels are missing: they are neither in ${posix.dirname(toLabelPath(first))}, nor beside the images, nor in labelTxt.`,
    )
  }
}

/** Looks at the other files: labels without an image are counted, and lists of classes are compared. */
const checkOthers = async (
  source: Source,
  config: YoloConfig,
  images: ReadonlyArray<YoloImage>,
  losses: Losses,
): Promise<void> => {
  const listed = new Set(images.map(({ path }) => path))
  const labels = new Set(images.map(({ label }) => label))
  const unlisted = new Set<string>()
  const folders = new Set(images.flatMap(({ path }) => listLabelPaths(path).map(posix.dirname)))
  const root = posix.dirname(config.path)
  for (const path of source.paths) {
    if (isImagePath(path)) {
      const isBelow = root === "." || path.startsWith(`${root}/`)
      if (!listed.has(path) && isBelow)
        for (const label of listLabelPaths(path)) unlisted.add(foldName(label))
    } else if (isClassList(path)) {
      const names = Array.from({ length: Math.max(...config.classes.keys()) + 1 }, (_, index) =>
        config.classes.get(index),
      )
      if (path !== config.path) await checkClassList(source, path, config.path, names)
    }
  }
  for (const path of source.paths)
    if (
      /\.txt$/i.test(path) &&
      !labels.has(path) &&
      !unlisted.has(foldName(path)) &&
      folders.has(posix.dirname(path)) &&
      (await isLabel(source, path))
    )
      losses.add("references", `${path} has no image`)
}

/** Whether a text consists of rows: tools put lists of classes, lists of images and texts for people beside labels. */
const isLabel = async (source: Source, path: string): Promise<boolean> => {
  const rows = (await readTextFile(source, path)).split(/\r?\n/).filter((line) => line.trim() !== "")
  const isEmpty = rows.length === 0
  return isEmpty
    ? /(^|\/)labels\//.test(path)
    : rows.every((row) => {
        const columns = row.trim().split(/\s+/)
        return columns.length >= 5 && columns.slice(0, 5).every((text) => Number.isFinite(Number(text)))
      })
}
