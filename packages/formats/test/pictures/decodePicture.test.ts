import { deflateSync } from "node:zlib"
import fc from "fast-check"
import jpeg from "jpeg-js"
import { assert, describe, it } from "vitest"
import { decodeBitmap } from "../../src/files/bitmap.ts"
import { decodePicture } from "../../src/pictures/decodePicture.ts"
import { decodePng } from "../../src/pictures/decodePng.ts"
import { countRuns } from "../countRuns.ts"
import { channelsOf, chunk, colors, type PngForm, pngFile, pngForms, pngKinds } from "./pngFile.ts"

const gray: PngForm = {
  width: 3,
  height: 2,
  colorType: 0,
  depth: 8,
  isInterlaced: false,
  filter: 0,
  values: [1, 2, 3, 4, 5, 6],
}

describe("PNG pictures", () => {
  for (const kind of pngKinds)
    it(`have their values: color type ${kind.colorType}, ${kind.depth} bits${kind.isInterlaced ? ", interlaced" : ""}`, () => {
      fc.assert(
        fc.property(pngForms(kind), (form) => {
          const found = decodePicture(pngFile(form))
          assert.deepStrictEqual([...found.values], form.values)
          assert.strictEqual(found.channels, channelsOf[form.colorType])
          assert.deepStrictEqual([found.width, found.height], [form.width, form.height])
        }),
        { numRuns: countRuns(40) },
      )
    })

  for (const kind of pngKinds)
    it(`have the same values however many rows are decoded at once: color type ${kind.colorType}, ${kind.depth} bits${kind.isInterlaced ? ", interlaced" : ""}`, () => {
      fc.assert(
        fc.property(pngForms(kind), fc.integer({ min: 1, max: 40 }), (form, stripBytes) => {
          assert.deepStrictEqual([...decodePng(pngFile(form), 1_000_000, stripBytes).values], form.values)
        }),
        { numRuns: countRuns(40) },
      )
    })

  it("have palettes with alpha, and the indexes as ids", () => {
    const form: PngForm = { ...gray, colorType: 3, depth: 4, values: [0, 1, 2, 3, 14, 15] }
    const png = pngFile({ ...form, chunks: [["tRNS", Uint8Array.of(0, 128)]] })
    const { palette } = decodePicture(png)
    const [red, green, blue] = colors(4)
    assert.deepStrictEqual(palette?.[0], [red ?? -1, green ?? -1, blue ?? -1, 0])
    assert.deepStrictEqual(
      palette?.slice(0, 3).map((color) => color[3]),
      [0, 128, 255],
    )
    assert.lengthOf(palette ?? [], 16)
    assert.deepStrictEqual([...decodeBitmap(png).ids], [...form.values])
  })

  it("are read with chunks that decoders refuse", () => {
    const chunks = [
      ["tRNS", Uint8Array.of(0, 1, 0, 2, 0, 3)],
      ["iCCP", Buffer.from("profile\0\0broken")],
      ["tEXt", Uint8Array.of(0xff, 0, 0xff)],
    ] as const
    const png = pngFile({ ...gray, width: 1, height: 1, colorType: 2, values: [1, 2, 3], chunks })
    assert.deepStrictEqual([...decodePicture(png).values], [1, 2, 3])
  })

  it("are refused with a reason when they are no pictures, broken, or incomplete", () => {
    const png = Buffer.from(pngFile(gray))
    assert.throws(() => decodePicture(Buffer.from("no image")), /not a PNG or JPEG picture/)
    assert.throws(() => decodePicture(png.subarray(0, 20)), /header is missing/)
    assert.throws(() => decodePicture(png.subarray(0, png.length - 20)), /broken or incomplete/)
    const withType = Buffer.from(png)
    withType[25] = 5
    assert.throws(() => decodePicture(withType), /color type is 5 with 8 bits/)
    const short = Buffer.concat([png.subarray(0, 33), chunk("IDAT", deflateSync(Buffer.from([0, 1, 2, 3])))])
    assert.throws(() => decodePicture(short), /pixels are incomplete/)
  })

  it("are refused above a limit before memory is taken, whether the header states it or the data exceed it", () => {
    const png = Buffer.from(pngFile(gray))
    png.writeUInt32BE(2 ** 31, 16)
    png.writeUInt32BE(2 ** 31, 20)
    assert.throws(() => decodePicture(png), /states 2147483648 × 2147483648 pixels, above the limit/)
    assert.throws(() => decodePicture(pngFile(gray), 5), /above the limit of 5/)
    const bomb = chunk("IDAT", deflateSync(Buffer.alloc(50_000_000)))
    const inflating = Buffer.concat([pngFile(gray).subarray(0, 33), bomb])
    assert.throws(() => decodePicture(inflating), /more than its header states/)
  })
})

describe("JPEG pictures", () => {
  const rgba = (...color: ReadonlyArray<number>) =>
    Buffer.from(Array.from({ length: 16 * 8 }, () => [...color, 255]).flat())

  /** Of 8 × 8 pixels, all 77, as Pillow 12.1.1 writes it. */
  const gray =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/wAALCAAIAAgBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AO7//2Q=="

  it("have three channels, or one when they are gray", () => {
    const plain = decodePicture(Buffer.from(gray, "base64"))
    assert.deepStrictEqual([plain.width, plain.height, plain.channels, plain.values.length], [8, 8, 1, 64])
    assert.isTrue([...plain.values].every((value) => value === 77))
    const { data } = jpeg.encode({ width: 16, height: 8, data: rgba(200, 100, 50) }, 95)
    const found = decodePicture(data)
    assert.deepStrictEqual([found.width, found.height, found.channels], [16, 8, 3])
    for (const [at, wanted] of [200, 100, 50].entries())
      assert.closeTo(found.values[at] ?? Number.NaN, wanted, 3)
  })

  it("are refused above a limit, and when they are broken", () => {
    const { data } = jpeg.encode({ width: 16, height: 8, data: rgba(0, 0, 0) }, 95)
    assert.throws(() => decodePicture(data, 100), /limit exceeded/)
    assert.throws(() => decodePicture(data.subarray(0, 100)))
  })
})
