/** Measures a picture by its header: its size as stored, and the EXIF orientation that turns it upright. */
import { imageSize } from "image-size"
import type { Size } from "../model/Scene.ts"
import { isFrameMarker, isJpeg } from "./decodeJpeg.ts"
import {
  findOrientation,
  hasExifPrefix,
  isOrientation,
  type Orientation,
  readDirectory,
  readTiffHeader,
  toOrientation,
} from "./exif.ts"
import { readHeifOrientation } from "./heif.ts"
import { isPng, readPngChunks, readPngHeader } from "./pngChunks.ts"
import { turnSize } from "./turn.ts"

export interface MeasuredPicture {
  /** The size of the pixels in the file. */
  readonly stored: Size
  readonly orientation: Orientation
  /** The size as people see it: the frame of shapes and bitmaps. */
  readonly size: Size
}

/** The picture of a stored size; null when its orientation is not one. */
export const toMeasuredPicture = ({
  height,
  orientation,
  width,
}: Size & { readonly orientation: number }): MeasuredPicture | null => {
  const size = { width, height }
  return isOrientation(orientation) ? { size, orientation, stored: turnSize(orientation, size) } : null
}

/** Bytes of a file from `start` up to `end`, which is not included; fewer where the file ends. */
export type ReadRange = (start: number, end: number) => Promise<Uint8Array>

/** Enough for the header of most pictures; more is read where it has not ended by then. */
const headBytes = 64 * 1024

/** Headers that image-size reads, and JPEG with embedded previews, end within these. */
const maxHeaderBytes = 512 * 1024

/** Headers of JPEG with several previews end within these; they are skipped, not read. */
const maxJpegHeaderBytes = 16 * 1024 * 1024

/** Segments of JPEG, with fill bytes, and chunks of WebP: real pictures have a few dozen. */
const maxParts = 1000

/** Null when the bytes are not a picture. */
export const measurePicture = async (range: ReadRange): Promise<MeasuredPicture | null> => {
  const head = await range(0, headBytes)
  const read: ReadRange = async (start, end) =>
    end <= head.length ? head.subarray(start, end) : await range(start, end)
  try {
    const measured = await measure(head, read)
    if (measured === null || !(measured.stored.width > 0 && measured.stored.height > 0)) return null
    return { ...measured, size: turnSize(measured.orientation, measured.stored) }
  } catch {
    return null
  }
}

type Stored = Omit<MeasuredPicture, "size">

const measure = async (head: Uint8Array, read: ReadRange): Promise<Stored | null> => {
  if (isJpeg(head)) return await measureJpeg(read)
  if (isPng(head)) return await measurePng(head, read)
  const tiff = readTiffHeader(head)
  if (tiff !== null) return await measureTiff(tiff, read)
  const stored = await measureOther(head, read)
  if (stored === null) return null
  if (readText(head, 8, 12) === "WEBP") {
    const orientation = await readWebpOrientation(read)
    return orientation && { stored, orientation }
  }
  return { stored, orientation: readText(head, 4, 8) === "ftyp" ? readHeifOrientation(head) : 1 }
}

const readText = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end))

const measureOther = async (head: Uint8Array, read: ReadRange): Promise<Size | null> => {
  const sizeIn = (bytes: Uint8Array) => {
    try {
      const { height, width } = imageSize(bytes)
      return { width, height }
    } catch {
      return null
    }
  }
  return sizeIn(head) ?? (head.length < headBytes ? null : sizeIn(await read(0, maxHeaderBytes)))
}

/** Walks over the segments to the pixels: previews make headers of several hundred kilobytes. */
const measureJpeg = async (read: ReadRange): Promise<Stored | null> => {
  let stored: Size | null = null
  let orientation: Orientation = 1
  let at = 2
  for (let parts = 0; parts < maxParts && at < maxJpegHeaderBytes; parts += 1) {
    const [first, marker = 0, high = 0, low = 0] = await read(at, at + 4)
    if (first !== 0xff) return stored && { stored, orientation }
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = (high << 8) | low
    if (marker === 0xda || marker === 0xd9 || length < 2) return stored && { stored, orientation }
    if (marker === 0xe1) {
      const data = await read(at + 4, at + 2 + length)
      if (hasExifPrefix(data) && orientation === 1) orientation = toOrientation(findOrientation(data))
    }
    if (isFrameMarker(marker)) {
      const [, h1 = 0, h2 = 0, w1 = 0, w2 = 0] = await read(at + 4, at + 9)
      stored = { width: (w1 << 8) | w2, height: (h1 << 8) | h2 }
    }
    at += 2 + length
  }
  return null
}

/** The EXIF data of a PNG count where they precede the pixels, as browsers read them. */
const measurePng = async (head: Uint8Array, read: ReadRange): Promise<Stored | null> => {
  const find = (bytes: Uint8Array) => {
    let stored: Size | null = null
    for (const chunk of readPngChunks(bytes)) {
      if (stored === null) stored = readPngHeader(chunk)
      if (chunk.type === "eXIf") return { stored, orientation: toOrientation(findOrientation(chunk.data)) }
      if (chunk.type === "IDAT") return { stored, orientation: 1 as const }
    }
    return undefined
  }
  const segment = find(head) ?? find(await read(0, maxHeaderBytes))
  if (segment !== undefined) {
    const { height, width } = segment.stored
    return { stored: { width, height }, orientation: segment.orientation }
  }
  const { height, width } = readPngHeader(getFirst(readPngChunks(head)))
  return { stored: { width, height }, orientation: 1 }
}

const getFirst = <A>(items: Iterable<A>): A => {
  for (const item of items) return item
  throw new Error("it has no header")
}

const tags = { width: 256, height: 257, orientation: 274 }

/** The directory is anywhere in the file. */
const measureTiff = async (
  { isLittle, offset }: { readonly isLittle: boolean; readonly offset: number },
  read: ReadRange,
): Promise<Stored | null> => {
  const directory = readDirectory(await read(offset, offset + 4096), offset, isLittle)
  const width = directory.get(tags.width)?.value
  const height = directory.get(tags.height)?.value
  if (width === undefined || height === undefined) return null
  return { stored: { width, height }, orientation: toOrientation(directory.get(tags.orientation)) }
}

/** The EXIF chunk of a WebP file follows its pixels. Null when it is not among the chunks that are looked at. */
const readWebpOrientation = async (read: ReadRange): Promise<Orientation | null> => {
  let at = 12
  for (let parts = 0; parts < maxParts; parts += 1) {
    const header = await read(at, at + 8)
    if (header.length < 8) return 1
    const length = Buffer.from(header).readUInt32LE(4)
    if (readText(header, 0, 4) === "EXIF")
      return toOrientation(findOrientation(await read(at + 8, at + 8 + Math.min(length, maxHeaderBytes))))
    at += 8 + length + (length % 2)
  }
  return null
}
