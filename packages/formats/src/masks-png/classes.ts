/** `classes.csv`: the value of each category in the masks, its name, its color, and whether it has instances. */
import { type CsvLineOptions, formatCsvLine } from "@annotary/core/check"
import { FormatError } from "../FormatError.ts"
import { type CsvRow, readFewRows } from "../files/csv.ts"
import type { Source } from "../files/Source.ts"
import type { Category } from "../model/Dataset.ts"

const head = "id,name,color,instances"

export const formatClasses = (
  categories: ReadonlyArray<Category>,
  options: CsvLineOptions = { isSpreadsheet: false },
): string => {
  const lines = categories.map(({ color, hasInstances, id, name }) =>
    formatCsvLine([id, name, color && formatColor(color), hasInstances ? 1 : 0], options),
  )
  return `${head}\n${lines.join("")}`
}

const formatColor = (color: ReadonlyArray<number>): string =>
  `#${color
    .slice(0, 3)
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("")}`

export const readClasses = async (source: Source, path: string): Promise<ReadonlyArray<Category>> => {
  const lines: Array<CsvRow> = []
  for await (const row of readFewRows(source, path)) lines.push(row)
  const [first, ...others] = lines
  if (first?.cells.slice(0, 2).join(",") !== "id,name")
    throw new FormatError(path, `must begin with ${head}.`)
  const seenIds = new Set<number>()
  return others.map(({ cells: [id = "", name = "", color = "", instances = "1"], line }) => {
    const value = Number(id)
    if (!(Number.isInteger(value) && value > 0 && value < 65_536) || seenIds.has(value) || name === "")
      throw new FormatError(path, `line ${line} must have a new id from 1 to 65535 and a name.`)
    seenIds.add(value)
    return { id: value, name, color: parseColor(color), hasInstances: instances !== "0", attributes: [] }
  })
}

const parseColor = (text: string): ReadonlyArray<number> | null => {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  return parts === null ? null : parts.slice(1).map((part) => Number.parseInt(part, 16))
}
