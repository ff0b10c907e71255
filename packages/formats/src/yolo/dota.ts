/** Reads DOTA: labels in `labelTxt` have corners in pixels, the name of the class, and whether an object is difficult. */
import { FormatError } from "../FormatError.ts"
import { isImagePath } from "../files/paths.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import { dotaFolder } from "./layout.ts"
import { groupByFolder } from "./sets.ts"
import type { YoloConfig } from "./YoloConfig.ts"

const inFolder = new RegExp(`(^|/)${dotaFolder}/[^/]+\\.txt$`)

export const findDota = ({ paths }: Source): string | undefined => paths.find((path) => inFolder.test(path))

/** The columns of a row, apart from its optional last one: eight coordinates and a class. */
const dotaColumns = 9

/** Whether the row has a class as text behind its coordinates. */
export const isDotaRow = (row: ReadonlyArray<string>): boolean =>
  (row.length === dotaColumns || row.length === dotaColumns + 1) &&
  row.slice(0, dotaColumns - 1).every((text) => Number.isFinite(Number(text))) &&
  Number.isNaN(Number(row[dotaColumns - 1]))

/** Lines such as `gsd:0.146307` stand before the rows. */
export const isDotaHeader = (row: ReadonlyArray<string>): boolean =>
  row.length <= 2 && /^(imagesource|gsd|acquisition dates?):/i.test(row.join(" "))

/** Without a configuration the classes are those of the rows, in alphabetical order. */
export const readDota = async (source: Source, path: string): Promise<YoloConfig> => {
  const names = new Set<string>()
  for (const label of source.paths.filter((own) => inFolder.test(own)))
    for (const line of (await readTextFile(source, label)).split(/\r?\n/)) {
      const row = line.trim().split(/\s+/)
      if (isDotaRow(row)) names.add(row[dotaColumns - 1] ?? "")
    }
  if (names.size === 0)
    throw new FormatError(path, "has no row of DOTA: x and y of four corners, and a class.")
  return {
    path,
    classes: new Map([...names].sort().map((name, index) => [index, name])),
    task: "obb",
    keypoints: null,
    masks: null,
    sets: groupByFolder(source.paths.filter(isImagePath)),
  }
}
