/** Parses LAZ files, whose records laz-perf decompresses. */
import type { Cloud } from "./Cloud.ts"
import { CloudError } from "./CloudError.ts"
import { readLasRecords } from "./las.ts"
import { type LasHeader, readLasHeader } from "./lasHeader.ts"

/** A module of laz-perf, whose types leave out the memory. */
export interface LazDecoder {
  readonly HEAPU8: Uint8Array
  /** Reserves bytes of the memory, and returns their place. */
  readonly _malloc: (size: number) => number
  readonly LASZip: new () => {
    readonly open: (place: number, size: number) => void
    /** Writes the next record to a place. */
    readonly getPoint: (place: number) => void
  }
}

/** LASzip compresses these. */
const formats: ReadonlySet<number> = new Set([0, 1, 2, 3, 6, 7, 8])

/** Of each record stay the coordinates, the intensity and the color: all that a cloud has. */
const keptRecord = { color: 14, stride: 20 } as const

/** The decoder is used up by the file: its memory never shrinks, and nothing can be done with it after an error. */
export const parseLaz = (bytes: Uint8Array, decoder: LazDecoder): Cloud => {
  const header = readLasHeader(bytes)
  if (!header.compressed) throw new CloudError("damaged")
  if (!formats.has(header.format)) throw new CloudError("lazFormat", { format: header.format })
  checkTable(bytes, header)
  const hasColor = header.color !== undefined
  const stride = hasColor ? keptRecord.stride : keptRecord.color
  return readLasRecords({
    ...header,
    bytes: decompressPoints(bytes, decoder, header, stride),
    start: 0,
    stride,
    color: hasColor ? keptRecord.color : undefined,
  })
}

/** A file that is cut off lacks at least a part of the table of its chunks, which stands behind the points. */
const checkTable = (bytes: Uint8Array, { start }: LasHeader): void => {
  const size = bytes.length
  if (size < start + 8) throw new CloudError("truncated", { expected: start + 8, found: size })
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const table = Number(view.getBigInt64(start, true))
  // Programs that cannot go back in a file write the place at its end.
  if (table !== -1 && size < table + 8)
    throw new CloudError("truncated", { expected: table + 8, found: size })
}

const decompressPoints = (
  bytes: Uint8Array,
  decoder: LazDecoder,
  { color, points, stride }: LasHeader,
  size: number,
): Uint8Array => {
  try {
    const records = new Uint8Array(points * size)
    const source = decoder._malloc(bytes.length)
    const place = decoder._malloc(stride)
    decoder.HEAPU8.set(bytes, source)
    const file = new decoder.LASZip()
    file.open(source, bytes.length)
    for (let point = 0; point < points; point++) {
      file.getPoint(place)
      // The memory is another one after it has grown.
      const { HEAPU8 } = decoder
      records.set(HEAPU8.subarray(place, place + keptRecord.color), point * size)
      if (color !== undefined)
        records.set(HEAPU8.subarray(place + color, place + color + 6), point * size + keptRecord.color)
    }
    return records
  } catch {
    // It says a number.
    throw new CloudError("damaged")
  }
}
