/** Tables of Parquet and Feather with lowered limits. */
import { parquetWriteBuffer } from "hyparquet-writer"
import { assert, describe, it } from "vitest"
import { Feather, printFeather } from "../../src/argoverse2/feather.ts"
import type { Limits } from "../../src/files/limits.ts"
import { readParquetRows } from "../../src/waymo/parquet.ts"
import { message, sourceOf } from "./imported.ts"

describe("a table", () => {
  const parquet = new Uint8Array(
    parquetWriteBuffer({ columnData: [{ name: "x", data: [1.5, 2.5, 3.5], type: "DOUBLE" }] }),
  )
  const rowsWithin = async (limits: Partial<Limits>): Promise<string> =>
    readParquetRows(sourceOf({ "a.parquet": parquet }, limits), "a.parquet", ["x"]).then(
      () => "read",
      message,
    )

  it("of Parquet with more rows than the limit is refused", async () => {
    assert.strictEqual(await rowsWithin({ rows: 3 }), "read")
    assert.match(
      await rowsWithin({ rows: 2 }),
      /^a\.parquet: the number of its rows is 3, above the limit of 2 rows/,
    )
  })

  it("of Parquet whose pages are larger than the limit is refused", async () => {
    assert.match(
      await rowsWithin({ bytes: 8 }),
      /^a\.parquet: the size of its pages decompressed is \d+, above/,
    )
  })

  const feather = printFeather({ x: { type: "float64", values: Array.from({ length: 200 }, () => 1) } })
  const featherWithin = async (limits: Partial<Limits>): Promise<string> =>
    Feather.open(sourceOf({ "a.feather": feather }, limits), "a.feather").then(() => "read", message)

  it("of Feather with more rows than the limit is refused", async () => {
    assert.strictEqual(await featherWithin({ rows: 200 }), "read")
    assert.match(
      await featherWithin({ rows: 199 }),
      /^a\.feather: the number of its rows is 200, above the limit of 199/,
    )
  })

  it("of Feather that is larger decompressed than the limit is refused", async () => {
    assert.isBelow(feather.length, 1500)
    assert.strictEqual(await featherWithin({ bytes: 1600 }), "read")
    assert.match(
      await featherWithin({ bytes: 1599 }),
      /^a\.feather: its size decompressed is 1600, above the limit of 1599/,
    )
  })
})
