/** `classes.csv`: the value of each category in the masks, its name, its color, and whether it has instances. */
import { type CsvLineOptions, formatCsvLine, unguardText } from "@annotary/core/check"
import { FormatError } from "../FormatError.ts"
import { type Source, textFile } from "../files/Source.ts"
import type { Category } from "../model/Dataset.ts"

const head = "id,name,color,instances"

export const classesText = (
  categories: ReadonlyArray<Category>,
  options: CsvLineOptions = { isSpreadsheet: false },
): string => {
  const lines = categories.map(({ color, hasInstances, id, name }) =>
    formatCsvLine([id, name, color && hexOf(color), hasInstances ? 1 : 0], options),
  )
  return `${head}\n${lines.join("")}`
}

const hexOf = (color: ReadonlyArray<number>): string =>
  `#${color
    .slice(0, 3)
    .map((value) => value.toString(16).padStart(2, "0"))
    .join("")}`

export const readClasses = async (source: Source, path: string): Promise<ReadonlyArray<Category>> => {
  const rows = (await textFile(source, path)).matchAll(/("(?:[^"]|"")*"|[^,\r\n"]*)(,|\r?\n|$)/g)
  const lines: Array<Array<string>> = [[]]
  for (const [, cell = "", end] of rows) {
    lines.at(-1)?.push(unguardText(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell))
    if (end !== ",") lines.push([])
  }
  const [first, ...others] = lines.filter((line) => line.some((cell) => cell !== ""))
  if (first?.slice(0, 2).join(",") !== "id,name") throw new FormatError(path, `must begin with ${head}.`)
  const known = new Set<number>()
  return others.map(([id = "", name = "", color = "", instances = "1"], index) => {
    const value = Number(id)
    if (!(Number.isInteger(value) && value > 0 && value < 65_536) || known.has(value) || name === "")
      throw new FormatError(path, `line ${index + 2} must have a new id from 1 to 65535 and a name.`)
    known.add(value)
    return { id: value, name, color: colorOf(color), hasInstances: instances !== "0", attributes: [] }
  })
}

const colorOf = (text: string): ReadonlyArray<number> | null => {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  return parts === null ? null : parts.slice(1).map((part) => Number.parseInt(part, 16))
}
