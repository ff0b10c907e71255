import { assert, describe, it } from "vitest"
import { argoverse2 } from "../../src/argoverse2/argoverse2.ts"
import { type CellReader, Feather } from "../../src/argoverse2/feather.ts"
import { FormatError } from "../../src/FormatError.ts"
import { memorySource } from "../../src/files/Source.ts"
import { collected, readBack } from "../roundTrip.ts"
import { rows, tables } from "./otherTables.ts"

const path = "train/log/annotations.feather"

const open = (bytes: Uint8Array) => Feather.open(memorySource(new Map([[path, bytes]])), path)

const columnsOf = async (bytes: Uint8Array) => {
  const table = await open(bytes)
  const list = <A>(read: CellReader<A>) => Array.from({ length: table.rows }, (_, row) => read(row))
  return {
    timestamp_ns: list(table.digits("timestamp_ns")),
    category: list(table.texts("category")),
    length_m: list(table.numbers("length_m")),
    num_interior_pts: list(table.digits("num_interior_pts")),
  }
}

const tableOf = (name: string): Uint8Array => tables.get(name) ?? assert.fail(name)

const zstd = tableOf("polars, Zstandard")

/** Where each compressed column begins: Zstandard's magic number follows its length of 8 bytes. */
const columnsStarts = (bytes: Uint8Array): ReadonlyArray<number> => {
  const found: Array<number> = []
  for (let at = 8; at < bytes.length - 4; at++)
    if (Buffer.from(bytes.subarray(at, at + 4)).toString("hex") === "28b52ffd") found.push(at - 8)
  return found
}

const withLength = (bytes: Uint8Array, at: number, length: bigint): Uint8Array => {
  const changed = Buffer.from(bytes)
  changed.writeBigInt64LE(length, at)
  return changed
}

describe("Feather as other tools write it", () => {
  for (const [name, bytes] of tables)
    it(`is read: ${name}`, async () => {
      assert.deepStrictEqual(await columnsOf(bytes), {
        timestamp_ns: [...rows.timestamp_ns],
        category: [...rows.category],
        length_m: [...rows.length_m],
        num_interior_pts: [...rows.num_interior_pts],
      })
    })

  it("gives the cuboids of a log of Argoverse", async () => {
    const { scenes } = await readBack(argoverse2, new Map([[path, zstd]]))
    const [scene] = await collected(scenes)
    assert.deepStrictEqual(
      scene?.frames.map(({ annotations, timestamp }) => [timestamp, annotations.length]),
      rows.timestamp_ns.map((stamp) => [String(stamp), 1]),
    )
  })

  it("is refused where a column claims more bytes than it has, before the memory is taken", async () => {
    const starts = columnsStarts(zstd)
    assert.isAbove(starts.length, 3)
    for (const at of starts)
      for (const length of [1n, 2n ** 20n, 2n ** 31n, 2n ** 40n, 2n ** 62n, -2n]) {
        const error = await open(withLength(zstd, at, length)).catch((cause: unknown) => cause)
        assert.instanceOf(error, FormatError, `${length}`)
        assert.match(error.reason, /^cannot be read as Feather: /)
      }
  })

  it("with any one byte damaged is read, or refused", async () => {
    for (const name of ["polars, Zstandard", "pyarrow, views of texts", "pyarrow, dictionaries"]) {
      const bytes = tableOf(name)
      for (let at = 0; at < bytes.length; at++) {
        const found = await columnsOf(bytes.with(at, 0xff)).catch((cause: unknown) => cause)
        if (found instanceof FormatError) continue
        assert.notInstanceOf(found, Error, `${name}, byte ${at}`)
      }
    }
  }, 60_000)

  it("of version 1, or as a stream, is refused as what it is", async () => {
    const refusal = async (start: string) =>
      String(await open(Buffer.from(`${start}${"x".repeat(60)}`, "latin1")).catch(String))
    assert.match(await refusal("FEA1"), /is a Feather file of version 1; version 2 can be read/)
    assert.match(await refusal("\xff\xff\xff\xff"), /is a stream of Arrow, not a Feather file/)
    assert.match(await refusal("PAR1"), /is not a Feather file/)
  })
})
