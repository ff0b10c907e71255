/** The header of LAS files, which those of LAZ have too. */
import type { Vector } from "./Cloud.ts"
import { CloudError } from "./CloudError.ts"

export interface LasHeader {
  /** Whether the records are compressed, as in LAZ files. */
  readonly compressed: boolean
  readonly start: number
  readonly format: number
  /** The size of a record. */
  readonly stride: number
  readonly points: number
  /** The offset of the color in a record. */
  readonly color: number | undefined
  readonly scale: Vector
  readonly offset: Vector
}

/** The offset of the color in a record, by point format. */
const colorAt: { readonly [format: number]: number } = { 2: 20, 3: 28, 5: 28, 7: 30, 8: 30, 10: 30 }

/** The shortest record of each point format. */
const shortest = [20, 28, 26, 34, 57, 63, 30, 36, 38, 59, 67]

const headerSize = 227

/** The highest bits of the point format mark compressed records. */
const compressedFrom = 64

/** The offset of the point format in the header. */
const formatAt = 104

/** Whether a file is compressed LAS. False for one that is no LAS at all. */
export const isCompressedLas = (bytes: Uint8Array): boolean =>
  isLas(bytes) && (bytes[formatAt] ?? 0) >= compressedFrom

const isLas = (bytes: Uint8Array): boolean =>
  new TextDecoder("latin1").decode(bytes.subarray(0, 4)) === "LASF"

export const readLasHeader = (bytes: Uint8Array): LasHeader => {
  if (!isLas(bytes)) throw new CloudError("signature", { type: "LAS" })
  if (bytes.length < headerSize)
    throw new CloudError("truncated", { expected: headerSize, found: bytes.length })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const code = view.getUint8(formatAt)
  const format = code % compressedFrom
  const stride = view.getUint16(105, true)
  const least = shortest[format]
  if (least === undefined || stride < least) throw new CloudError("damaged")
  const legacy = view.getUint32(107, true)
  const isLong = view.getUint8(25) >= 4 && bytes.length >= 255
  const points = isLong && legacy === 0 ? Number(view.getBigUint64(247, true)) : legacy
  const readVector = (at: number): Vector => [
    view.getFloat64(at, true),
    view.getFloat64(at + 8, true),
    view.getFloat64(at + 16, true),
  ]
  return {
    compressed: code >= compressedFrom,
    start: view.getUint32(96, true),
    format,
    stride,
    points,
    color: colorAt[format],
    scale: readVector(131),
    offset: readVector(155),
  }
}
