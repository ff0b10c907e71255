/** Finds out how the rows of a table are to be read. */
import { readFirstLine, readRows, splitLine } from "../files/csv.ts"
import type { Source } from "../files/Source.ts"
import { readHeader } from "./columns.ts"
import { readPositions } from "./positions.ts"
import type { RowReader } from "./RowReader.ts"

/** Undefined for a table that is not of boxes. */
export const findReader = async (source: Source, path: string): Promise<RowReader | undefined> => {
  const cells = splitLine(await readFirstLine(source, path))
  return readHeader(cells) ?? readPositions(cells)
}

/** Of several columns of categories, such as `class,label`, one with names is taken before one with numbers alone. */
export const chooseCategory = async (source: Source, path: string, reader: RowReader): Promise<RowReader> => {
  const { categories = [] } = reader
  if (categories.length < 2) return reader
  const named = new Set<number>()
  let isHeader = true
  for await (const { cells } of readRows(source, path)) {
    if (!isHeader) for (const at of categories) if (isName(cells[at] ?? "")) named.add(at)
    isHeader = false
    if (named.has(categories[0] ?? -1)) break
  }
  const chosen = categories.find((at) => named.has(at)) ?? categories[0]
  return readHeader(splitLine(await readFirstLine(source, path)), chosen) ?? reader
}

const isName = (cell: string): boolean => cell !== "" && !Number.isFinite(Number(cell))
