/** Headers of pictures are read as far as real ones go. */
import { assert, describe, it } from "vitest"
import { measurePicture } from "../../src/pictures/measurePicture.ts"
import { orientedJpeg } from "./oriented.ts"

/** Measures bytes that stand for a file, and counts the reads. */
const measure = async (bytes: (start: number, end: number) => Uint8Array) => {
  let reads = 0
  const picture = await measurePicture(async (start, end) => {
    reads += 1
    if (reads > 20_000) throw new Error("The header is read without end.")
    return bytes(start, end)
  })
  return { picture, reads }
}

/** The head, and then as many copies of a part as somebody reads. */
const endless = (head: Uint8Array, part: Uint8Array) => (start: number, end: number) =>
  Uint8Array.from({ length: end - start }, (_, index) => {
    const at = start + index
    return (at < head.length ? head[at] : part[(at - head.length) % part.length]) ?? 0
  })

const chunk = (name: string, data: Uint8Array) => {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from(name), length, data])
}

describe("a header with many tiny parts", () => {
  it.each([
    ["segments", Buffer.from([0xff, 0xe2, 0, 2])],
    ["fill bytes", Buffer.from([0xff])],
    ["large segments", Buffer.concat([Buffer.from([0xff, 0xe2, 0xff, 0xff]), Buffer.alloc(65_533)])],
  ])("of JPEG makes the size unknown after few reads: %s", async (_, part) => {
    const { picture, reads } = await measure(endless(Buffer.from([0xff, 0xd8]), part))
    assert.isNull(picture)
    assert.isAtMost(reads, 1100)
  })

  it("of WebP makes the size unknown after few reads", async () => {
    const size = Buffer.from([0, 0, 0, 0, 6, 0, 0, 4, 0, 0])
    const head = Buffer.concat([Buffer.from("RIFF\xff\xff\xff\x7fWEBP", "latin1"), chunk("VP8X", size)])
    const { picture, reads } = await measure(endless(head, chunk("JUNK", Buffer.alloc(0))))
    assert.isNull(picture)
    assert.isAtMost(reads, 1100)
  })
})

describe("a header with large previews", () => {
  it("is read to the size of the picture", async () => {
    const bytes = orientedJpeg({ width: 100, height: 40 }, 6, { preview: 400_000 })
    const { picture } = await measure((start, end) => bytes.subarray(start, end))
    assert.deepStrictEqual(picture?.size, { width: 40, height: 100 })
  })
})
