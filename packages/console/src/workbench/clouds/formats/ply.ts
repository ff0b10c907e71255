/** Parses PLY files: ascii and binary, of both byte orders. The points are the element `vertex`. */
import { readAsciiRows } from "./asciiRows.ts"
import { type Cloud, CloudBuilder } from "./Cloud.ts"
import { CloudError } from "./CloudError.ts"
import { type PlyElement, type PlyHeader, readPlyHeader } from "./plyHeader.ts"
import { readScalar, sizeOf } from "./scalars.ts"

/** The places of what a point has among the properties of its element. */
interface Places {
  readonly x: number
  readonly y: number
  readonly z: number
  readonly intensity: number
  readonly colors: readonly [number, number, number] | undefined
  /** The factor of colors: some files have colors from 0 to 1. */
  readonly colorScale: number
}

export const parsePly = (bytes: Uint8Array): Cloud => {
  const header = readPlyHeader(bytes)
  const vertex = header.elements.find(({ name }) => name === "vertex")
  if (vertex === undefined) throw new CloudError("missing", { name: "element vertex" })
  const places = findPlaces(vertex)
  const least = vertex.properties.reduce(
    (sum, { lengthType, type }) => sum + (header.format === "ascii" ? 2 : sizeOf[lengthType ?? type]),
    0,
  )
  const size = bytes.length - header.end
  if (size < vertex.count * least - 1)
    throw new CloudError("truncated", { expected: vertex.count * least, found: size })
  const builder = new CloudBuilder(vertex.count, {
    intensity: places.intensity !== -1,
    colors: places.colors !== undefined,
  })
  const add = (values: Float64Array) => addPoint(builder, places, values)
  if (header.format === "ascii") readAscii(bytes, header, vertex, add)
  else readBinary(bytes, header, vertex, add)
  return builder.build()
}

const findPlaces = ({ properties }: PlyElement): Places => {
  const names = properties.map(({ name }) => name.toLowerCase())
  const find = (...wanted: ReadonlyArray<string>) => names.findIndex((name) => wanted.includes(name))
  const [x, y, z] = [find("x"), find("y"), find("z")]
  if (x === -1 || y === -1 || z === -1) throw new CloudError("position", { fields: names.join(", ") })
  const red = find("red", "r", "diffuse_red")
  const colors = [red, find("green", "g", "diffuse_green"), find("blue", "b", "diffuse_blue")] as const
  const isFloat = properties[red]?.type.startsWith("float") === true
  return {
    x,
    y,
    z,
    intensity: find("intensity", "scalar_intensity", "reflectance", "scalar_reflectance"),
    colors: colors.includes(-1) ? undefined : colors,
    colorScale: isFloat ? 255 : properties[red]?.type === "uint16" ? 1 / 257 : 1,
  }
}

const addPoint = (builder: CloudBuilder, places: Places, values: Float64Array): void => {
  const { colors, colorScale, intensity, x, y, z } = places
  const readChannel = (place: number) =>
    Math.min(Math.max(Math.round((values[place] ?? 0) * colorScale), 0), 255)
  const rgb =
    colors === undefined
      ? 0
      : (readChannel(colors[0]) << 16) | (readChannel(colors[1]) << 8) | readChannel(colors[2])
  builder.add(
    values[x] ?? 0,
    values[y] ?? 0,
    values[z] ?? 0,
    intensity === -1 ? 0 : (values[intensity] ?? 0),
    rgb,
  )
}

type Row = (values: Float64Array) => void

const readAscii = (bytes: Uint8Array, header: PlyHeader, vertex: PlyElement, add: Row): void => {
  const before = header.elements.slice(0, header.elements.indexOf(vertex))
  let skip = before.reduce((sum, { count }) => sum + count, 0)
  let start = header.end
  const line = header.lines + 1 + skip
  // Each element of text is a line.
  for (; skip > 0; skip -= 1) {
    const end = bytes.indexOf(0x0a, start)
    if (end === -1) throw new CloudError("missing", { name: "vertex" })
    start = end + 1
  }
  const width = vertex.properties.length
  const read = readAsciiRows({ bytes, start, line, width, rows: vertex.count }, add)
  if (read < vertex.count) throw new CloudError("missing", { name: `vertex ${read + 1} / ${vertex.count}` })
}

const readBinary = (bytes: Uint8Array, header: PlyHeader, vertex: PlyElement, add: Row): void => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const little = header.format === "binary_little_endian"
  let at = header.end
  try {
    for (const element of header.elements) {
      // Rows without values take no bytes, whatever their number.
      if (element.properties.length === 0) continue
      const values = new Float64Array(element.properties.length)
      for (let row = 0; row < element.count; row++) {
        for (const [index, { lengthType, type }] of element.properties.entries()) {
          if (lengthType !== undefined) {
            at += sizeOf[lengthType] + readScalar(view, at, lengthType, little) * sizeOf[type]
            continue
          }
          values[index] = readScalar(view, at, type, little)
          at += sizeOf[type]
        }
        if (element === vertex) add(values)
      }
      if (element === vertex) return
    }
  } catch (error) {
    // The view refuses to read behind its end.
    if (error instanceof RangeError) throw new CloudError("truncated", { expected: at, found: bytes.length })
    throw error
  }
}
