/** `labelmap.txt`: the categories with their colors, as Datumaro and CVAT have it for VOC. */
import { isDeepStrictEqual } from "node:util"
import { FormatError } from "../FormatError.ts"
import { readTextFile, type Source } from "../files/Source.ts"
import type { Category } from "../model/Dataset.ts"

export const formatLabelmap = (categories: ReadonlyArray<Category>): string =>
  [
    "# label:color_rgb:parts:actions",
    ...categories.map(({ color, name }) => `${name}:${color?.slice(0, 3).join(",") ?? ""}::`),
    "",
  ].join("\n")

/** Undefined when there is no such file. Two that differ are refused: no file says which list is that of a label. */
export const readLabelmap = async (source: Source): Promise<ReadonlyArray<Category> | undefined> => {
  const [first, ...others] = source.paths.filter(
    (own) => own === "labelmap.txt" || own.endsWith("/labelmap.txt"),
  )
  if (first === undefined) return undefined
  const categories = await readCategories(source, first)
  for (const path of others)
    if (!isDeepStrictEqual(await readCategories(source, path), categories))
      throw new FormatError(path, `has other categories than ${first}: import them one by one.`)
  return categories
}

const readCategories = async (source: Source, path: string): Promise<ReadonlyArray<Category>> => {
  const lines = (await readTextFile(source, path)).split(/\r?\n/)
  const rows = lines.flatMap((line, index) =>
    line.trim() === "" || line.startsWith("#") ? [] : [parseLabelmapRow(line, path, index + 1)],
  )
  const names = rows.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new FormatError(path, `has the name ${JSON.stringify(twice)} twice.`)
  return rows.map(({ color, name }, index) => ({
    id: index + 1,
    name,
    color,
    hasInstances: true,
    attributes: [],
  }))
}

/** A name may have colons: the color, the parts and the actions are the last three fields. */
const parseLabelmapRow = (line: string, path: string, number: number) => {
  const match = /^(.*?):([^:]*):[^:]*:[^:]*$/.exec(line)
  if (match === null) throw new FormatError(path, `line ${number} has no name, color, parts and actions.`)
  const text = match[2] ?? ""
  const color = text === "" ? null : text.split(",").map(Number)
  if (color !== null && !(color.length === 3 && color.every((value) => value >= 0 && value <= 255)))
    throw new FormatError(path, `line ${number} has no color of three numbers from 0 to 255.`)
  return { name: match[1] ?? "", color }
}
