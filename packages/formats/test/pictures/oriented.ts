/** Pictures with an EXIF orientation, in each kind of file that has one. */
import jpeg from "jpeg-js"
import type { Orientation } from "../../src/pictures/exif.ts"
import { pngFile } from "./pngFile.ts"

export const orientations: ReadonlyArray<Orientation> = [1, 2, 3, 4, 5, 6, 7, 8]

interface Stored {
  readonly width: number
  readonly height: number
}

/** EXIF data of a camera: its name, then the orientation. */
export const exif = (orientation: number, order: "II" | "MM" = "II"): Buffer => {
  const bytes = Buffer.alloc(44)
  const isLittle = order === "II"
  const short = (value: number, at: number) =>
    isLittle ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at)
  const long = (value: number, at: number) =>
    isLittle ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at)
  bytes.write(order, 0, "latin1")
  short(42, 2)
  long(8, 4)
  short(2, 8)
  short(0x010f, 10)
  short(2, 12)
  long(6, 14)
  long(38, 18)
  short(274, 22)
  short(3, 24)
  long(1, 26)
  short(orientation, 30)
  bytes.write("Maker\0", 38, "latin1")
  return bytes
}

const segment = (marker: number, data: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 255]), data])

/** The color of a stored pixel. */
export type Paint = (x: number, y: number) => readonly [red: number, green: number, blue: number]

const black: Paint = () => [0, 0, 0]

const pixelsOf = ({ height, width }: Stored, paint: Paint) =>
  Array.from({ length: width * height }, (_, at) => paint(at % width, Math.floor(at / width)))

/** With a preview before the EXIF data, as large as the bytes given. */
export const orientedJpeg = (
  size: Stored,
  orientation: number,
  { order = "MM", paint = black, preview = 0 }: { order?: "II" | "MM"; paint?: Paint; preview?: number } = {},
): Uint8Array => {
  const data = Buffer.from(pixelsOf(size, paint).flatMap((color) => [...color, 255]))
  const plain = jpeg.encode({ ...size, data }, 98).data
  const previews: Array<Uint8Array> = []
  for (let rest = preview; rest > 0; rest -= 60_000)
    previews.push(segment(0xe2, Buffer.alloc(Math.min(rest, 60_000), 0xff)))
  const app1 = segment(0xe1, Buffer.concat([Buffer.from("Exif\0\0"), exif(orientation, order)]))
  return Buffer.concat([plain.subarray(0, 2), ...previews, app1, plain.subarray(2)])
}

export const orientedPng = (size: Stored, orientation: number, paint: Paint = black): Uint8Array =>
  pngFile({
    ...size,
    colorType: 2,
    depth: 8,
    isInterlaced: false,
    filter: 0,
    values: pixelsOf(size, paint).flat(),
    chunks: [["eXIf", exif(orientation)]],
  })

/** The header of a picture without pixels: they are not decoded. */
export const orientedWebp = ({ height, width }: Stored, orientation: number, prefix = ""): Uint8Array => {
  const chunk = (type: string, data: Uint8Array) => {
    const length = Buffer.alloc(4)
    length.writeUInt32LE(data.length)
    return Buffer.concat([Buffer.from(type), length, data, Buffer.alloc(data.length % 2)])
  }
  const canvas = Buffer.alloc(10)
  canvas[0] = 0x08
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const body = Buffer.concat([
    Buffer.from("WEBP"),
    chunk("VP8X", canvas),
    chunk("VP8 ", Buffer.alloc(70_001)),
    chunk("EXIF", Buffer.concat([Buffer.from(prefix), exif(orientation)])),
  ])
  const length = Buffer.alloc(4)
  length.writeUInt32LE(body.length)
  return Buffer.concat([Buffer.from("RIFF"), length, body])
}

/** A gray TIFF whose directory follows the pixels. */
export const orientedTiff = ({ height, width }: Stored, orientation: number, padding = 0): Uint8Array => {
  const pixels = Buffer.alloc(width * height + padding + ((width * height + padding) % 2))
  const header = Buffer.from("II*\0\0\0\0\0", "latin1")
  header.writeUInt32LE(8 + pixels.length, 4)
  const entries = [
    [256, 3, width],
    [257, 3, height],
    [258, 3, 8],
    [259, 3, 1],
    [262, 3, 1],
    [273, 4, 8],
    [274, 3, orientation],
    [277, 3, 1],
    [278, 3, height],
    [279, 4, width * height],
  ] as const
  const directory = Buffer.alloc(2 + 12 * entries.length + 4)
  directory.writeUInt16LE(entries.length)
  entries.forEach(([tag, type, value], index) => {
    const at = 2 + 12 * index
    directory.writeUInt16LE(tag, at)
    directory.writeUInt16LE(type, at + 2)
    directory.writeUInt32LE(1, at + 4)
    directory.writeUInt32LE(value, at + 8)
  })
  return Buffer.concat([header, pixels, directory])
}
