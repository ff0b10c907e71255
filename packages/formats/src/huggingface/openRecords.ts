/** The rows of `metadata.jsonl`, `metadata.csv` and `metadata.parquet`. */
import { readHeader } from "../boxes-csv/columns.ts"
import { FormatError } from "../FormatError.ts"
import { readFirstLine, readRows, splitLine } from "../files/csv.ts"
import { parseJson } from "../files/json.ts"
import { readLines } from "../files/lines.ts"
import { Node } from "../files/Node.ts"
import type { PartReader } from "../files/PartReader.ts"
import { getBaseName, getEnding } from "../files/paths.ts"
import type { Source } from "../files/Source.ts"
import { readParquetColumns, readParquetRows } from "../waymo/parquet.ts"

const fileNames: ReadonlySet<string> = new Set(["metadata.jsonl", "metadata.csv", "metadata.parquet"])

/** A table with a row for each box is one of `boxes-csv`. */
export const findFiles = async (source: Source): Promise<ReadonlyArray<string>> => {
  const recordFiles: Array<string> = []
  for (const path of source.paths)
    if (fileNames.has(getBaseName(path)) && !(await isTableOfBoxes(source, path))) recordFiles.push(path)
  return recordFiles
}

const isTableOfBoxes = async (source: Source, path: string): Promise<boolean> =>
  getEnding(path) === ".csv" && readHeader(splitLine(await readFirstLine(source, path))) !== undefined

export async function* openRecords(source: Source, path: string, parts: PartReader): AsyncGenerator<Node> {
  const ending = getEnding(path)
  if (ending === ".csv") yield* openCsv(source, path)
  else if (ending === ".parquet") yield* openParquet(source, path)
  else yield* openLines(source, path, parts)
}

/** A line that is not JSON is counted. */
async function* openLines(source: Source, path: string, parts: PartReader): AsyncGenerator<Node> {
  for await (const { number, text } of readLines(source, path)) {
    const place = `${path} line ${number}`
    const value = parts.read(() => parseJson(text, place))
    if (value !== undefined) yield new Node(value, place)
  }
}

/** Cells are texts, or the numbers that they print; empty ones are absent. */
async function* openCsv(source: Source, path: string): AsyncGenerator<Node> {
  let columns: ReadonlyArray<string> | undefined
  for await (const { cells, line } of readRows(source, path)) {
    if (columns === undefined) {
      columns = cells
      continue
    }
    const members = columns.flatMap((name, at) => {
      const cell = cells[at] ?? ""
      return cell === "" ? [] : [[name, readCell(name, cell)] as const]
    })
    yield new Node(Object.fromEntries(members), `${path} line ${line}`)
  }
}

const readCell = (name: string, cell: string): unknown =>
  name !== "file_name" && String(Number(cell)) === cell ? Number(cell) : cell

async function* openParquet(source: Source, path: string): AsyncGenerator<Node> {
  const columns = await readParquetColumns(source, path)
  if (!columns.includes("file_name")) throw new FormatError(path, "has no column file_name.")
  const rows = await readParquetRows(source, path, columns)
  for (const [index, row] of rows.entries()) yield new Node(toJson(row), `${path} row ${index}`)
}

/** Values of Parquet as JSON has them. */
const toJson = (value: unknown): unknown => {
  if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value
  if (value instanceof Date) return value.toISOString()
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64")
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>, toJson)
  if (Array.isArray(value)) return value.map(toJson)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toJson(member)]))
}
