/** Rewrites a picture whose EXIF orientation is not 1 with upright pixels: some trainers ignore the orientation. */
import { deflateSync } from "node:zlib"
import jpeg from "jpeg-js"
import { decodeJpeg, isJpeg, readJpegSegments } from "./decodeJpeg.ts"
import { decodePng } from "./decodePng.ts"
import { clearOrientation, hasExifPrefix, type Orientation } from "./exif.ts"
import { isPng, makePngChunk, pngSignature, readPngChunks } from "./pngChunks.ts"
import { turnSize, turnValues } from "./turn.ts"

/** Null for a picture that is not a PNG or JPEG. PNG loses nothing; JPEG is encoded again, with its EXIF data and a profile of RGB. */
export const encodeUpright = (
  bytes: Uint8Array,
  orientation: Orientation,
  maxPixels: number,
): Uint8Array | null => {
  if (isPng(bytes)) return encodePng(bytes, orientation, maxPixels)
  return isJpeg(bytes) ? encodeJpeg(bytes, orientation, maxPixels) : null
}

/** Colors are stored without subsampling. A higher quality makes files larger than those of cameras for differences that nobody sees. */
const jpegQuality = 95

const exifMarker = 0xe1
const profileMarker = 0xe2

const encodeJpeg = (bytes: Uint8Array, orientation: Orientation, maxPixels: number): Uint8Array => {
  const picture = decodeJpeg(bytes, maxPixels)
  const { channels } = picture
  const values = turnValues(orientation, picture, picture.values, channels)
  const size = turnSize(orientation, picture)
  const data = new Uint8Array(size.width * size.height * 4)
  for (let pixel = 0; pixel < size.width * size.height; pixel++) {
    const at = pixel * channels
    data[4 * pixel] = values[at] ?? 0
    data[4 * pixel + 1] = values[channels === 1 ? at : at + 1] ?? 0
    data[4 * pixel + 2] = values[channels === 1 ? at : at + 2] ?? 0
    data[4 * pixel + 3] = 255
  }
  const encoded = jpeg.encode({ ...size, data }, jpegQuality).data
  const metadata: Array<Uint8Array> = []
  const isRgb = hasRgbProfile(bytes)
  for (const { data: content, marker } of readJpegSegments(bytes)) {
    if (marker === exifMarker && hasExifPrefix(content))
      metadata.push(segment(marker, clearOrientation(content)))
    else if (marker === profileMarker && isRgb && isColorProfile(content))
      metadata.push(segment(marker, content))
  }
  return Buffer.concat([encoded.subarray(0, 2), ...metadata, encoded.subarray(2)])
}

/** The bytes before the profile: its mark, and the number and the count of its parts. */
const profilePrefix = 14

/** Whether the profile is one of red, green and blue, which the encoder writes: another one does not fit the new pixels. */
const hasRgbProfile = (bytes: Uint8Array): boolean => {
  for (const { data, marker } of readJpegSegments(bytes)) {
    if (marker !== profileMarker || !isColorProfile(data) || data[12] !== 1) continue
    const space = data.subarray(profilePrefix + 16, profilePrefix + 20)
    return Buffer.from(space).toString("latin1") === "RGB "
  }
  return false
}

const isColorProfile = (content: Uint8Array): boolean =>
  Buffer.from(content.subarray(0, 12)).toString("latin1") === "ICC_PROFILE\0"

const segment = (marker: number, content: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from([0xff, marker, (content.length + 2) >> 8, (content.length + 2) & 0xff]),
    content,
  ])

/** All chunks stay but the header, the pixels and the orientation. */
const encodePng = (bytes: Uint8Array, orientation: Orientation, maxPixels: number): Uint8Array => {
  const picture = decodePng(bytes, maxPixels)
  const { channels, depth } = picture
  const values = turnValues(orientation, picture, picture.values, channels)
  const { height, width } = turnSize(orientation, picture)
  const rows = packRows(values, { depth, height, length: width * channels })
  const parts: Array<Uint8Array> = [pngSignature]
  let isWritten = false
  for (const { data, type } of readPngChunks(bytes)) {
    if (type === "IHDR") {
      const header = Buffer.from(data)
      header.writeUInt32BE(width, 0)
      header.writeUInt32BE(height, 4)
      // Interlacing ends.
      header[12] = 0
      parts.push(makePngChunk(type, header))
    } else if (type === "IDAT") {
      if (!isWritten) parts.push(makePngChunk(type, deflateSync(rows)))
      isWritten = true
    } else parts.push(makePngChunk(type, type === "eXIf" ? clearOrientation(data) : data))
  }
  return Buffer.concat(parts)
}

interface Rows {
  readonly depth: number
  readonly height: number
  /** Values of a row. */
  readonly length: number
}

/** Each row begins with the byte of its filter: none. */
const packRows = (values: Uint8Array | Uint16Array, { depth, height, length }: Rows): Uint8Array => {
  const rowBytes = Math.ceil((length * depth) / 8)
  const rows = new Uint8Array(height * (1 + rowBytes))
  for (let y = 0, from = 0; y < height; y++) {
    const start = y * (1 + rowBytes) + 1
    for (let x = 0; x < length; x++, from++) {
      const value = values[from] ?? 0
      if (depth === 16) {
        rows[start + 2 * x] = value >> 8
        rows[start + 2 * x + 1] = value & 0xff
      } else {
        const bit = x * depth
        const at = start + (bit >> 3)
        rows[at] = (rows[at] ?? 0) | (value << (8 - depth - (bit & 7)))
      }
    }
  }
  return rows
}
