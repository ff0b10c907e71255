/** The header of a PLY file. */
import { CloudError, shortenText } from "./CloudError.ts"
import { type HeaderLine, readHeaderLines } from "./headerLines.ts"
import type { Scalar } from "./scalars.ts"

interface PlyProperty {
  readonly name: string
  readonly type: Scalar
  /** The type of the length in front of a list; undefined for a single value. */
  readonly lengthType: Scalar | undefined
}

export interface PlyElement {
  readonly name: string
  readonly count: number
  readonly properties: ReadonlyArray<PlyProperty>
}

export interface PlyHeader {
  readonly format: "ascii" | "binary_little_endian" | "binary_big_endian"
  readonly elements: ReadonlyArray<PlyElement>
  readonly lines: number
  readonly end: number
}

/** Reads the header. Its errors name the line. */
export const readPlyHeader = (bytes: Uint8Array): PlyHeader => {
  const isPly = bytes[0] === 0x70 && bytes[1] === 0x6c && bytes[2] === 0x79
  if (!isPly) throw new CloudError("signature", { type: "PLY" })
  const header = readHeaderLines(bytes, (text) => text === "end_header")
  if (header === undefined) throw new CloudError("missing", { name: "end_header" })
  let format: PlyHeader["format"] | undefined
  const elements: Array<{ name: string; count: number; properties: Array<PlyProperty> }> = []
  for (const line of header.lines.slice(1, -1)) {
    const [key, ...words] = line.text.split(/\s+/)
    switch (key) {
      case "comment":
      case "obj_info":
      case "":
        break
      case "format":
        format = readFormat(line, words[0])
        break
      case "element": {
        const [name = "", count = ""] = words
        if (!/^\d{1,12}$/.test(count)) throw makeMisreadError(line)
        elements.push({ name, count: Number(count), properties: [] })
        break
      }
      case "property":
        if (elements.length === 0) throw makeMisreadError(line)
        elements.at(-1)?.properties.push(readProperty(line, words))
        break
      default:
        throw makeMisreadError(line)
    }
  }
  if (format === undefined) throw new CloudError("missing", { name: "format" })
  return { format, elements, lines: header.lines.length, end: header.end }
}

const makeMisreadError = ({ number, text }: HeaderLine): CloudError =>
  new CloudError("line", { line: number, text: shortenText(text) })

const formats = ["ascii", "binary_little_endian", "binary_big_endian"] as const

const readFormat = (line: HeaderLine, word: string | undefined): PlyHeader["format"] => {
  const format = formats.find((one) => one === word)
  if (format === undefined) throw makeMisreadError(line)
  return format
}

const types: { readonly [name: string]: Scalar } = {
  char: "int8",
  int8: "int8",
  uchar: "uint8",
  uint8: "uint8",
  short: "int16",
  int16: "int16",
  ushort: "uint16",
  uint16: "uint16",
  int: "int32",
  int32: "int32",
  uint: "uint32",
  uint32: "uint32",
  float: "float32",
  float32: "float32",
  double: "float64",
  float64: "float64",
}

const readProperty = (line: HeaderLine, words: ReadonlyArray<string>): PlyProperty => {
  const isList = words[0] === "list"
  const [length, type, name] = isList ? words.slice(1) : [undefined, ...words]
  const scalar = type === undefined ? undefined : types[type]
  const lengthType = length === undefined ? undefined : types[length]
  if (name === undefined || scalar === undefined || (isList && lengthType === undefined))
    throw makeMisreadError(line)
  return { name, type: scalar, lengthType }
}
