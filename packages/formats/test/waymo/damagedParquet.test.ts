import { parquetWriteBuffer } from "hyparquet-writer"
import { assert, describe, it } from "vitest"
import { FormatError } from "../../src/FormatError.ts"
import { memorySource } from "../../src/files/Source.ts"
import { readParquetRows } from "../../src/waymo/parquet.ts"
import { tables } from "./otherTables.ts"

const whole = new Uint8Array(
  parquetWriteBuffer({
    columnData: [
      { name: "name", data: ["one", "two", "three"], type: "STRING" },
      { name: "stamp", data: [1n, 2n, 3n], type: "INT64" },
      { name: "x", data: [1.5, -2.25, 3], type: "DOUBLE" },
    ],
  }),
)

const read = async (content: Uint8Array): Promise<unknown> =>
  readParquetRows(memorySource(new Map([["a.parquet", content]])), "a.parquet", ["name", "stamp", "x"]).catch(
    (error: unknown) => error,
  )

describe("a Parquet file", () => {
  it("is read as it was written", async () => {
    assert.deepStrictEqual(await read(whole), [
      { name: "one", stamp: 1n, x: 1.5 },
      { name: "two", stamp: 2n, x: -2.25 },
      { name: "three", stamp: 3n, x: 3 },
    ])
  })

  for (const [name, bytes] of tables)
    it(`is read as pyarrow writes it: ${name}`, async () => {
      assert.deepStrictEqual(await read(bytes), await read(whole))
    })

  it("with any one byte damaged is read or refused, however it is compressed", async () => {
    for (const [name, bytes] of tables)
      for (let at = 0; at < bytes.length; at += 3) {
        const found = await read(bytes.with(at, 0xff))
        if (!Array.isArray(found)) assert.instanceOf(found, FormatError, `${name}, byte ${at}`)
      }
  }, 60_000)

  // Without a check, some of these made the library read for ever.
  it("with a damaged size or number of values in the header of a page is refused", async () => {
    // The file begins with four bytes of its kind. In the header, each value is behind its type.
    const places = { "the size": 7, "the compressed size": 9, "the number of values": 12 }
    for (const [name, at] of Object.entries(places))
      for (let value = 0; value < 256; value++) {
        if (value === whole[at]) continue
        const found = await read(whole.with(at, value))
        // Nothing is compressed here, and the reader does not need the first size.
        if (at !== 7 || !Array.isArray(found)) assert.instanceOf(found, FormatError, `${name} as ${value}`)
      }
  })

  it("with no end of a header is refused", async () => {
    assert.instanceOf(await read(whole.with(11, 0)), FormatError)
  })
})
