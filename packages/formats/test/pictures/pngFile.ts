/** Writes PNG files of every form: any color type and depth, each filter of rows, interlaced or not, with further chunks. */
import { crc32, deflateSync } from "node:zlib"
import fc from "fast-check"

export interface PngForm {
  readonly width: number
  readonly height: number
  readonly colorType: 0 | 2 | 3 | 4 | 6
  readonly depth: 1 | 2 | 4 | 8 | 16
  readonly isInterlaced: boolean
  /** The filter of the first row; the next rows have the next filters. */
  readonly filter: number
  /** Channel by channel, pixel by pixel, row by row. */
  readonly values: ReadonlyArray<number>
  /** Chunks before the pixels. */
  readonly chunks?: ReadonlyArray<readonly [type: string, data: Uint8Array]>
}

export const channelsOf = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 } as const

export const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** A palette of as many colors as the depth has indexes. */
export const colors = (depth: number): Uint8Array =>
  Uint8Array.from({ length: 3 * 2 ** depth }, (_, at) => (at * 37) % 256)

export const pngFile = (form: PngForm): Uint8Array => {
  const { chunks = [], colorType, depth, height, isInterlaced, width } = form
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, colorType, 0, 0, isInterlaced ? 1 : 0], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...(colorType === 3 ? [chunk("PLTE", colors(depth))] : []),
    ...chunks.map(([type, data]) => chunk(type, data)),
    ...inParts(deflateSync(rowsOf(form))).map((part) => chunk("IDAT", part)),
    chunk("IEND", new Uint8Array()),
  ])
}

const inParts = (data: Uint8Array) => [data.subarray(0, 5), data.subarray(5)]

const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

const rowsOf = ({ colorType, depth, filter, height, isInterlaced, values, width }: PngForm): Uint8Array => {
  const channels = channelsOf[colorType]
  const pixelBytes = Math.max(1, (channels * depth) / 8)
  const rows: Array<Uint8Array> = []
  for (const [left, top, stepX, stepY] of isInterlaced ? passes : [[0, 0, 1, 1] as const]) {
    let above = new Uint8Array()
    let row = 0
    for (let y = top; y < height && left < width; y += stepY, row++) {
      const found: Array<number> = []
      for (let x = left; x < width; x += stepX)
        found.push(...values.slice((y * width + x) * channels, (y * width + x + 1) * channels))
      const bytes = packed(found, depth)
      const kind = (filter + row) % 5
      rows.push(Uint8Array.from([kind, ...filtered(kind, bytes, above, pixelBytes)]))
      above = bytes
    }
  }
  return Buffer.concat(rows)
}

const packed = (values: ReadonlyArray<number>, depth: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(Math.ceil((values.length * depth) / 8))
  values.forEach((value, at) => {
    if (depth === 16) bytes.set([value >> 8, value & 255], 2 * at)
    else {
      const bit = at * depth
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (value << (8 - depth - (bit & 7)))
    }
  })
  return bytes
}

const filtered = (kind: number, bytes: Uint8Array, above: Uint8Array, step: number): ReadonlyArray<number> =>
  [...bytes].map((value, at) => {
    const left = at < step ? 0 : (bytes[at - step] ?? 0)
    const up = above[at] ?? 0
    const corner = at < step ? 0 : (above[at - step] ?? 0)
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0
    return (value - predicted) & 255
  })

const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner
  const [toLeft, toUp, toCorner] = [left, up, corner].map((value) => Math.abs(guess - value))
  if (toLeft === undefined || toUp === undefined || toCorner === undefined) return 0
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

const kinds = [
  { colorType: 0, depths: [1, 2, 4, 8, 16] },
  { colorType: 2, depths: [8, 16] },
  { colorType: 3, depths: [1, 2, 4, 8] },
  { colorType: 4, depths: [8, 16] },
  { colorType: 6, depths: [8, 16] },
] as const

/** Every color type, depth and way of interlacing. */
export const pngKinds = kinds.flatMap(({ colorType, depths }) =>
  depths.flatMap((depth) => [false, true].map((isInterlaced) => ({ colorType, depth, isInterlaced }))),
)

/** Pictures of one kind, whose sizes are those where rows and passes end within a byte. */
export const pngForms = (
  kind: Pick<PngForm, "colorType" | "depth" | "isInterlaced">,
): fc.Arbitrary<PngForm> =>
  fc
    .record({
      width: fc.integer({ min: 1, max: 19 }),
      height: fc.integer({ min: 1, max: 11 }),
      filter: fc.nat(4),
      seed: fc.nat(),
    })
    .map(({ filter, height, seed, width }) => ({
      ...kind,
      width,
      height,
      filter,
      values: noise(width * height * channelsOf[kind.colorType], 2 ** kind.depth, seed),
    }))

const noise = (length: number, below: number, seed: number): ReadonlyArray<number> => {
  let state = (seed % 0x7fff_fffe) + 1
  return Array.from({ length }, () => {
    state = (state * 48_271) % 0x7fff_ffff
    return state % below
  })
}
