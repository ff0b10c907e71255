/** Parses LAS files of versions 1.0 to 1.4. Compressed ones (LAZ) are recognized and refused. */
import { type Cloud, CloudBuilder, type Vector } from "./Cloud.ts"
import { CloudError } from "./CloudError.ts"

/** Where the color is in a record, by point format. */
const colorAt: { readonly [format: number]: number } = { 2: 20, 3: 28, 5: 28, 7: 30, 8: 30, 10: 30 }

/** The shortest record of each point format. */
const shortest = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67]

const headerSize = 227

interface LasHeader {
  readonly start: number
  readonly format: number
  readonly stride: number
  readonly points: number
  readonly scale: Vector
  readonly offset: Vector
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

const readHeader = (bytes: Uint8Array): LasHeader => {
  if (new TextDecoder("latin1").decode(bytes.subarray(0, 4)) !== "LASF")
    throw new CloudError("signature", { type: "LAS" })
  if (bytes.length < headerSize)
    throw new CloudError("truncated", { expected: headerSize, found: bytes.length })
  const view = viewOf(bytes)
  const code = view.getUint8(104)
  // The highest bits of the point format mark compressed points.
  if (code >= 64) throw new CloudError("laz")
  const stride = view.getUint16(105, true)
  const least = shortest[code]
  if (least === undefined || stride < least) throw new CloudError("damaged")
  const legacy = view.getUint32(107, true)
  const isLong = view.getUint8(25) >= 4 && bytes.length >= 255
  const points = isLong && legacy === 0 ? Number(view.getBigUint64(247, true)) : legacy
  const three = (at: number): Vector => [
    view.getFloat64(at, true),
    view.getFloat64(at + 8, true),
    view.getFloat64(at + 16, true),
  ]
  return {
    start: view.getUint32(96, true),
    format: code,
    stride,
    points,
    scale: three(131),
    offset: three(155),
  }
}

export const parseLas = (bytes: Uint8Array): Cloud => {
  const { format, offset, points, scale, start, stride } = readHeader(bytes)
  const expected = start + points * stride
  if (bytes.length < expected) throw new CloudError("truncated", { expected, found: bytes.length })
  const view = viewOf(bytes)
  const color = colorAt[format]
  const shift = color === undefined ? 0 : colorShift(view, { start, stride, points, color })
  const builder = new CloudBuilder(points, { intensity: true, colors: color !== undefined })
  for (let point = 0; point < points; point++) {
    const at = start + point * stride
    const channel = (index: number) =>
      color === undefined ? 0 : (view.getUint16(at + color + index * 2, true) >> shift) & 0xff
    builder.add(
      view.getInt32(at, true) * scale[0] + offset[0],
      view.getInt32(at + 4, true) * scale[1] + offset[1],
      view.getInt32(at + 8, true) * scale[2] + offset[2],
      view.getUint16(at + 12, true),
      (channel(0) << 16) | (channel(1) << 8) | channel(2),
    )
  }
  return builder.cloud()
}

interface ColorPlaces {
  readonly start: number
  readonly stride: number
  readonly points: number
  readonly color: number
}

/** Colors have sixteen bits, but many programs write eight. */
const colorShift = (view: DataView, { color, points, start, stride }: ColorPlaces): 0 | 8 => {
  for (let point = 0; point < points; point++)
    for (let channel = 0; channel < 3; channel++)
      if (view.getUint16(start + point * stride + color + channel * 2, true) > 255) return 8
  return 0
}
