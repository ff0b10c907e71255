/** The header of a PCD file. */
import { CloudError, shortenText } from "./CloudError.ts"
import { type HeaderLine, readHeaderLines } from "./headerLines.ts"
import type { Scalar } from "./scalars.ts"

export interface PcdField {
  readonly name: string
  readonly type: Scalar
  /** Values of the field in each point; those of padding have the name `_`. */
  readonly count: number
}

export interface PcdHeader {
  readonly fields: ReadonlyArray<PcdField>
  readonly points: number
  readonly data: "ascii" | "binary" | "binary_compressed"
  /** The lines of the header. */
  readonly lines: number
  /** The offset of the data. */
  readonly end: number
}

const keys = ["VERSION", "FIELDS", "SIZE", "TYPE", "COUNT", "WIDTH", "HEIGHT", "VIEWPOINT", "POINTS", "DATA"]

interface Entry extends HeaderLine {
  readonly values: ReadonlyArray<string>
}

type Entries = ReadonlyMap<string, Entry>

/** Reads the header. Its errors name the line. */
export const readPcdHeader = (bytes: Uint8Array): PcdHeader => {
  const header = readHeaderLines(bytes, (text) => /^DATA\b/i.test(text))
  const first = bytes.subarray(0, 200)
  if (header === undefined) {
    // Without a line of a PCD file it is another file; with one, its last line is missing.
    const isPcd = /^\s*(#|VERSION\b|FIELDS\b)/i.test(new TextDecoder("latin1").decode(first))
    throw isPcd ? new CloudError("missing", { name: "DATA" }) : new CloudError("signature", { type: "PCD" })
  }
  const entries = readEntries(header.lines)
  const fields = readFields(entries)
  const data = readDataKind(entries)
  return { fields, points: readPoints(entries), data, lines: header.lines.length, end: header.end }
}

const readEntries = (lines: ReadonlyArray<HeaderLine>): Entries => {
  const entries = new Map<string, Entry>()
  for (const line of lines) {
    if (line.text === "" || line.text.startsWith("#")) continue
    const [key = "", ...values] = line.text.split(/\s+/)
    // COLUMNS is what the first version called FIELDS.
    const name = key.toUpperCase() === "COLUMNS" ? "FIELDS" : key.toUpperCase()
    if (!keys.includes(name))
      throw new CloudError("line", { line: line.number, text: shortenText(line.text) })
    entries.set(name, { ...line, values })
  }
  return entries
}

const getEntry = (entries: Entries, name: string): Entry => {
  const entry = entries.get(name)
  if (entry === undefined) throw new CloudError("missing", { name })
  return entry
}

const readFields = (entries: Entries): ReadonlyArray<PcdField> => {
  const names = getEntry(entries, "FIELDS").values
  const readValues = (entry: Entry, name: string) => {
    if (entry.values.length === names.length) return entry.values
    const valueCount = entry.values.length
    throw new CloudError("value", { line: entry.number, name, found: valueCount, expected: names.length })
  }
  const sizes = getEntry(entries, "SIZE")
  const types = getEntry(entries, "TYPE")
  const counts = entries.get("COUNT")
  const size = readValues(sizes, "SIZE")
  const type = readValues(types, "TYPE")
  const count = counts === undefined ? [] : readValues(counts, "COUNT")
  return names.map((name, index) => {
    const scalar = scalars[`${type[index]?.toUpperCase()}${size[index]}`]
    if (scalar === undefined)
      throw new CloudError("line", { line: types.number, text: shortenText(types.text) })
    return { name, type: scalar, count: parseWhole(count[index] ?? "1", counts ?? sizes) }
  })
}

const scalars: { readonly [code: string]: Scalar } = {
  I1: "int8",
  U1: "uint8",
  I2: "int16",
  U2: "uint16",
  I4: "int32",
  U4: "uint32",
  I8: "int64",
  U8: "uint64",
  F4: "float32",
  F8: "float64",
}

const parseWhole = (text: string | undefined, entry: Entry): number => {
  if (text === undefined || !/^\d{1,12}$/.test(text))
    throw new CloudError("line", { line: entry.number, text: shortenText(entry.text) })
  return Number(text)
}

const readPoints = (entries: Entries): number => {
  const points = entries.get("POINTS")
  if (points !== undefined) return parseWhole(points.values[0], points)
  const width = getEntry(entries, "WIDTH")
  const height = getEntry(entries, "HEIGHT")
  return parseWhole(width.values[0], width) * parseWhole(height.values[0], height)
}

const readDataKind = (entries: Entries): PcdHeader["data"] => {
  const entry = getEntry(entries, "DATA")
  const kinds = ["ascii", "binary", "binary_compressed"] as const
  const kind = kinds.find((one) => one === entry.values[0]?.toLowerCase())
  if (kind === undefined) throw new CloudError("line", { line: entry.number, text: shortenText(entry.text) })
  return kind
}
