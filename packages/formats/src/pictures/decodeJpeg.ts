/** Decodes JPEG, baseline and progressive, as jpeg-js does: colors become RGB. */
import jpeg from "jpeg-js"
import type { Picture } from "./Picture.ts"

export const isJpeg = (bytes: Uint8Array): boolean =>
  bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff

/** The coefficients of a picture within the limit of pixels need less. */
const maxMegabytes = 2048

/** Fails above `maxPixels` before memory is taken for the pixels. */
export const decodeJpeg = (bytes: Uint8Array, maxPixels: number): Picture => {
  const { data, height, width } = jpeg.decode(bytes, {
    useTArray: true,
    formatAsRGBA: false,
    tolerantDecoding: false,
    maxResolutionInMP: maxPixels / 1_000_000,
    maxMemoryUsageInMB: maxMegabytes,
  })
  const isGray = hasOneComponent(bytes)
  return {
    width,
    height,
    channels: isGray ? 1 : 3,
    depth: 8,
    values: isGray ? data.filter((_, at) => at % 3 === 0) : data,
    palette: null,
  }
}

/** A segment of a JPEG file before its pixels. */
export interface JpegSegment {
  readonly marker: number
  /** The offset of its marker. */
  readonly start: number
  readonly data: Uint8Array
}

/** The segments up to the pixels, or to the end of the bytes, where the last one may be incomplete. */
export function* readJpegSegments(bytes: Uint8Array): Generator<JpegSegment> {
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return
    const marker = bytes[at + 1] ?? 0
    // Any number of fill bytes may precede a marker.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const length = ((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0)
    if (marker === 0xda || marker === 0xd9 || length < 2) return
    yield { marker, start: at, data: bytes.subarray(at + 4, at + 2 + length) }
    at += 2 + length
  }
}

/** Whether the marker begins a frame, whose segment has its size. */
export const isFrameMarker = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

const hasOneComponent = (bytes: Uint8Array): boolean => {
  for (const { data, marker } of readJpegSegments(bytes)) if (isFrameMarker(marker)) return data[5] === 1
  return false
}
