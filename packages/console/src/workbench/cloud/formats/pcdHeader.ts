/** The header of a PCD file. */
import { CloudError, shown } from "./CloudError.ts"
import { type HeaderLine, headerLines } from "./headerLines.ts"
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
  /** Where the data begins. */
  readonly end: number
}

const keys = ["VERSION", "FIELDS", "SIZE", "TYPE", "COUNT", "WIDTH", "HEIGHT", "VIEWPOINT", "POINTS", "DATA"]

interface Entry extends HeaderLine {
  readonly values: ReadonlyArray<string>
}

type Entries = ReadonlyMap<string, Entry>

/** Reads the header. Its errors name the line. */
export const readPcdHeader = (bytes: Uint8Array): PcdHeader => {
  const header = headerLines(bytes, (text) => /^DATA\b/i.test(text))
  const first = bytes.subarray(0, 200)
  if (header === undefined) {
    // Without a line of a PCD file it is another file; with one, its last line is missing.
    const isPcd = /^\s*(#|VERSION\b|FIELDS\b)/i.test(new TextDecoder("latin1").decode(first))
    throw isPcd ? new CloudError("missing", { name: "DATA" }) : new CloudError("signature", { type: "PCD" })
  }
  const entries = entriesOf(header.lines)
  const fields = fieldsOf(entries)
  const data = dataOf(entries)
  return { fields, points: pointsOf(entries), data, lines: header.lines.length, end: header.end }
}

const entriesOf = (lines: ReadonlyArray<HeaderLine>): Entries => {
  const entries = new Map<string, Entry>()
  for (const line of lines) {
    if (line.text === "" || line.text.startsWith("#")) continue
    const [key = "", ...values] = line.text.split(/\s+/)
    // COLUMNS is what the first version called FIELDS.
    const name = key.toUpperCase() === "COLUMNS" ? "FIELDS" : key.toUpperCase()
    if (!keys.includes(name)) throw new CloudError("line", { line: line.number, text: shown(line.text) })
    entries.set(name, { ...line, values })
  }
  return entries
}

const demanded = (entries: Entries, name: string): Entry => {
  const entry = entries.get(name)
  if (entry === undefined) throw new CloudError("missing", { name })
  return entry
}

const fieldsOf = (entries: Entries): ReadonlyArray<PcdField> => {
  const names = demanded(entries, "FIELDS").values
  const valuesOf = (entry: Entry, name: string) => {
    if (entry.values.length === names.length) return entry.values
    const found = entry.values.length
    throw new CloudError("value", { line: entry.number, name, found, expected: names.length })
  }
  const sizes = demanded(entries, "SIZE")
  const types = demanded(entries, "TYPE")
  const counts = entries.get("COUNT")
  const size = valuesOf(sizes, "SIZE")
  const type = valuesOf(types, "TYPE")
  const count = counts === undefined ? [] : valuesOf(counts, "COUNT")
  return names.map((name, index) => {
    const scalar = scalars[`${type[index]?.toUpperCase()}${size[index]}`]
    if (scalar === undefined) throw new CloudError("line", { line: types.number, text: shown(types.text) })
    return { name, type: scalar, count: wholeOf(count[index] ?? "1", counts ?? sizes) }
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

const wholeOf = (text: string | undefined, entry: Entry): number => {
  if (text === undefined || !/^\d{1,12}$/.test(text))
    throw new CloudError("line", { line: entry.number, text: shown(entry.text) })
  return Number(text)
}

const pointsOf = (entries: Entries): number => {
  const points = entries.get("POINTS")
  if (points !== undefined) return wholeOf(points.values[0], points)
  const width = demanded(entries, "WIDTH")
  const height = demanded(entries, "HEIGHT")
  return wholeOf(width.values[0], width) * wholeOf(height.values[0], height)
}

const dataOf = (entries: Entries): PcdHeader["data"] => {
  const entry = demanded(entries, "DATA")
  const kinds = ["ascii", "binary", "binary_compressed"] as const
  const kind = kinds.find((one) => one === entry.values[0]?.toLowerCase())
  if (kind === undefined) throw new CloudError("line", { line: entry.number, text: shown(entry.text) })
  return kind
}
