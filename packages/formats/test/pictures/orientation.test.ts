import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { measureBytes, measureStream } from "../../src/files/imageSize.ts"
import { clearOrientation, findOrientation, toOrientation } from "../../src/pictures/exif.ts"
import { turnBitmap, turnPoint, turnSize, turnValues } from "../../src/pictures/turn.ts"
import { exif, orientations, orientedJpeg, orientedPng, orientedTiff, orientedWebp } from "./oriented.ts"

const stored = { width: 100, height: 40 }

const files: ReadonlyArray<readonly [string, (orientation: number) => Uint8Array]> = [
  ["JPEG", (one) => orientedJpeg(stored, one)],
  ["JPEG of a little-endian camera", (one) => orientedJpeg(stored, one, { order: "II" })],
  ["JPEG with a preview of 700 KB before", (one) => orientedJpeg(stored, one, { preview: 700_000 })],
  ["PNG", (one) => orientedPng(stored, one)],
  ["WebP", (one) => orientedWebp(stored, one)],
  ["WebP with the prefix of JPEG", (one) => orientedWebp(stored, one, "Exif\0\0")],
  ["TIFF", (one) => orientedTiff(stored, one)],
  ["TIFF of 900 KB", (one) => orientedTiff(stored, one, 900_000)],
]

async function* inParts(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000)
}

describe("the size of a picture", () => {
  for (const [name, file] of files)
    it(`is upright: ${name}`, async () => {
      for (const orientation of orientations) {
        const size = orientation >= 5 ? { width: 40, height: 100 } : stored
        const wanted = { stored, orientation, size }
        assert.deepStrictEqual(await measureBytes(file(orientation)), wanted)
        assert.deepStrictEqual(await measureStream(inParts(file(orientation))), wanted)
      }
      for (const wrong of [0, 9, 300])
        assert.deepStrictEqual(await measureBytes(file(wrong)), { stored, orientation: 1, size: stored })
    })

  it("is unknown for other bytes, and for a header that is cut off", async () => {
    assert.isNull(await measureBytes(Buffer.from("no picture at all")))
    assert.isNull(await measureBytes(new Uint8Array()))
    for (const [, file] of files) assert.isNull(await measureBytes(file(6).subarray(0, 12)))
  })

  it("follows the rotation and mirror of AVIF files", async () => {
    const box = (type: string, ...parts: ReadonlyArray<Uint8Array>) => {
      const body = Buffer.concat(parts)
      const head = Buffer.alloc(8)
      head.writeUInt32BE(body.length + 8)
      head.write(type, 4, "latin1")
      return Buffer.concat([head, body])
    }
    const ispe = Buffer.alloc(12)
    ispe.writeUInt32BE(100, 4)
    ispe.writeUInt32BE(40, 8)
    const avif = (...properties: ReadonlyArray<Uint8Array>) =>
      Buffer.concat([
        box("ftyp", Buffer.from("avif\0\0\0\0avifmif1")),
        box(
          "meta",
          Buffer.alloc(4),
          box("iprp", box("ipco", box("ispe", ispe), ...properties), box("ipma", Buffer.alloc(8))),
        ),
      ])
    const turned = (turns: number) => box("irot", Buffer.from([turns]))
    const mirrored = (axis: number) => box("imir", Buffer.from([axis]))
    const found = async (...properties: ReadonlyArray<Uint8Array>) =>
      (await measureBytes(avif(...properties)))?.orientation
    // As libavif maps EXIF orientations to properties.
    assert.strictEqual(await found(), 1)
    assert.strictEqual(await found(mirrored(1)), 2)
    assert.strictEqual(await found(turned(2)), 3)
    assert.strictEqual(await found(mirrored(0)), 4)
    assert.strictEqual(await found(turned(1), mirrored(0)), 5)
    assert.strictEqual(await found(turned(3)), 6)
    assert.strictEqual(await found(turned(3), mirrored(0)), 7)
    assert.strictEqual(await found(turned(1)), 8)
    assert.deepStrictEqual((await measureBytes(avif(turned(3))))?.size, { width: 40, height: 100 })
  })

  it("is that of the pixels once the orientation is cleared", () => {
    for (const order of ["II", "MM"] as const) {
      const data = exif(6, order)
      assert.strictEqual(toOrientation(findOrientation(clearOrientation(data))), 1)
      assert.strictEqual(toOrientation(findOrientation(data)), 6)
    }
  })
})

describe("an orientation of four bytes", () => {
  it("is cleared in both orders of bytes", () => {
    for (const order of ["II", "MM"] as const) {
      const isLittle = order === "II"
      const data = Buffer.alloc(26)
      data.write(order, "latin1")
      const write = (value: number, at: number, length: number) =>
        isLittle ? data.writeUIntLE(value, at, length) : data.writeUIntBE(value, at, length)
      write(42, 2, 2)
      write(8, 4, 4)
      write(1, 8, 2)
      write(274, 10, 2)
      write(4, 12, 2)
      write(1, 14, 4)
      write(6, 18, 4)
      assert.strictEqual(toOrientation(findOrientation(data)), 6)
      assert.strictEqual(findOrientation(clearOrientation(data))?.value, 1)
    }
  })
})

describe("an upright picture", () => {
  it("has its pixels where its points are", () => {
    const sizes = fc.record({ width: fc.integer({ min: 1, max: 9 }), height: fc.integer({ min: 1, max: 9 }) })
    fc.assert(
      fc.property(sizes, fc.constantFrom(...orientations), (size, orientation) => {
        const ids = Uint32Array.from({ length: size.width * size.height }, (_, at) => at + 1)
        const upright = turnBitmap(orientation, { ...size, ids })
        const { height, width } = turnSize(orientation, size)
        assert.deepStrictEqual([upright.width, upright.height], [width, height])
        for (const [at, id] of ids.entries()) {
          const [x, y] = turnPoint(
            orientation,
            size,
            (at % size.width) + 0.5,
            Math.floor(at / size.width) + 0.5,
          )
          assert.strictEqual(upright.ids[Math.floor(y) * width + Math.floor(x)], id)
        }
        const values = turnValues(orientation, size, Uint8Array.from([...ids].flatMap((id) => [id, 255])), 2)
        assert.deepStrictEqual(
          [...values],
          [...upright.ids].flatMap((id) => [id, 255]),
        )
      }),
    )
  })

  it("is the picture to the right of the table of EXIF", () => {
    // A stored picture of two rows: 1 2 3 and 4 5 6.
    const upright = (orientation: (typeof orientations)[number]) => {
      const { ids, width } = turnBitmap(orientation, {
        width: 3,
        height: 2,
        ids: Uint32Array.of(1, 2, 3, 4, 5, 6),
      })
      return Array.from({ length: ids.length / width }, (_, row) =>
        [...ids.subarray(row * width, (row + 1) * width)].join(""),
      ).join(" ")
    }
    assert.deepStrictEqual(orientations.map(upright), [
      "123 456",
      "321 654",
      "654 321",
      "456 123",
      "14 25 36",
      "41 52 63",
      "63 52 41",
      "36 25 14",
    ])
  })
})
