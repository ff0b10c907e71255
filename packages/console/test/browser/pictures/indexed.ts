/** Small PNG files: colors are rounded until a palette of 256 is enough, which a person does not see and a comparison still does. */
import { deflateSync } from "node:zlib"
import { PNG } from "pngjs"
import { chunk } from "../support/files.ts"

/** Rounds each part of each color to a multiple of the step. */
const rounded = (data: Buffer, step: number): Buffer =>
  data.map((part, at) => (at % 4 === 3 ? part : Math.min(255, Math.round(part / step) * step))) as Buffer

/** The indices of the pixels in a palette, each row behind a byte for its filter; undefined when there are more than 256 colors. */
const indexed = ({ data, height, width }: Pick<PNG, "data" | "height" | "width">) => {
  const palette = new Map<number, number>()
  const indices = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const color = data.readUInt32BE((y * width + x) * 4) >>> 8
      const index = palette.get(color) ?? palette.size
      if (index > 255) return undefined
      palette.set(color, index)
      indices[y * (width + 1) + 1 + x] = index
    }
  return { palette, indices }
}

/** The picture with the colors that its file has. The same pixels always give the same ones. */
export const coarse = (picture: PNG): PNG => {
  for (const step of [8, 16]) {
    const data = rounded(picture.data, step)
    if (indexed({ ...picture, data, height: picture.height, width: picture.width }) !== undefined)
      return Object.assign(new PNG({ width: picture.width, height: picture.height }), { data })
  }
  return picture
}

/** The bytes of a PNG file of a picture. */
export const encoded = (picture: PNG): Buffer => {
  const { height, width } = picture
  const found = indexed(picture)
  if (found === undefined) return PNG.sync.write(picture, { colorType: 2, deflateLevel: 9 })
  const { indices, palette } = found
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 3, 0, 0, 0], 8)
  const colors = Buffer.alloc(palette.size * 3)
  for (const [color, index] of palette) colors.writeUIntBE(color, index * 3, 3)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", head),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(indices, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ])
}
