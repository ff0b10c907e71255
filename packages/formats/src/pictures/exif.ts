/** The orientation in EXIF data, which is a TIFF structure: the tag 274 of its first directory. */

/** 1 is upright; 2 to 8 say how a viewer turns or mirrors the stored pixels. */
export type Orientation = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8

export const isOrientation = (value: number): value is Orientation =>
  Number.isInteger(value) && value >= 1 && value <= 8

/** A number of the first directory of a TIFF structure, and where it is. */
export interface TiffValue {
  readonly value: number
  readonly at: number
  readonly isLittle: boolean
  /** Bytes of the number. */
  readonly length: 2 | 4
}

const orientationTag = 274

/** Finds the offset of the directory, and the order of bytes; null for other bytes. */
export const readTiffHeader = (
  bytes: Uint8Array,
): { readonly offset: number; readonly isLittle: boolean } | null => {
  const order = String.fromCharCode(...bytes.subarray(0, 2))
  if (bytes.length < 8 || (order !== "II" && order !== "MM")) return null
  const isLittle = order === "II"
  const view = makeView(bytes)
  return view.getUint16(2, isLittle) === 42 ? { offset: view.getUint32(4, isLittle), isLittle } : null
}

const makeView = ({ buffer, byteLength, byteOffset }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

const short = 3
const long = 4

/** The single numbers of a directory by their tags. The bytes begin with the directory, which is `start` bytes behind the header. */
export const readDirectory = (
  bytes: Uint8Array,
  start: number,
  isLittle: boolean,
): ReadonlyMap<number, TiffValue> => {
  const values = new Map<number, TiffValue>()
  if (bytes.length < 2) return values
  const view = makeView(bytes)
  const count = view.getUint16(0, isLittle)
  for (let entry = 0, at = 2; entry < count && at + 12 <= bytes.length; entry++, at += 12) {
    const tag = view.getUint16(at, isLittle)
    const type = view.getUint16(at + 2, isLittle)
    if (view.getUint32(at + 4, isLittle) !== 1 || (type !== short && type !== long)) continue
    const value = type === short ? view.getUint16(at + 8, isLittle) : view.getUint32(at + 8, isLittle)
    values.set(tag, { value, at: start + at + 8, isLittle, length: type === short ? 2 : 4 })
  }
  return values
}

/** The tag of the orientation in EXIF data with or without their prefix; undefined without one. */
export const findOrientation = (exif: Uint8Array): TiffValue | undefined => {
  const prefix = hasExifPrefix(exif) ? exifPrefix.length : 0
  const tiff = exif.subarray(prefix)
  const header = readTiffHeader(tiff)
  if (header === null) return undefined
  const { isLittle, offset } = header
  return readDirectory(tiff.subarray(offset), prefix + offset, isLittle).get(orientationTag)
}

const exifPrefix = [0x45, 0x78, 0x69, 0x66, 0, 0]

export const hasExifPrefix = (bytes: Uint8Array): boolean =>
  exifPrefix.every((byte, index) => bytes[index] === byte)

/** 1 where the data have no orientation, or none that EXIF defines. */
export const toOrientation = (value: TiffValue | undefined): Orientation =>
  value !== undefined && isOrientation(value.value) ? value.value : 1

/** A copy of the EXIF data that says upright. */
export const clearOrientation = (exif: Uint8Array): Uint8Array => {
  const tag = findOrientation(exif)
  if (tag === undefined) return exif
  const copy = Buffer.from(exif)
  // A number of two bytes stands in the first two of four, in the order of bytes of the data.
  if (tag.isLittle) copy.writeUIntLE(1, tag.at, tag.length)
  else copy.writeUIntBE(1, tag.at, tag.length)
  return copy
}
