import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { RecordSorter } from "../../src/files/RecordSorter.ts"
import { Spill } from "../../src/files/Spill.ts"

const sortAll = (keys: ReadonlyArray<number>, sizes: ReadonlyArray<number>, runBytes: number) => {
  const spill = new Spill()
  try {
    const sorter = new RecordSorter(spill, runBytes)
    for (const [serial, key] of keys.entries())
      sorter.add(key, serial, Buffer.alloc(sizes[serial] ?? 0, serial % 251))
    const read = () => Array.from(sorter.records(), ({ bytes, key, serial }) => [key, serial, [...bytes]])
    const first = read()
    assert.deepStrictEqual(read(), first, "records can be read again")
    return first
  } finally {
    spill.close()
  }
}

describe("sorted records", () => {
  it("come by key, then in the order in which they were added, however little fits in memory", () => {
    const record = fc.record({ key: fc.integer({ min: -5, max: 5 }), size: fc.integer({ min: 0, max: 40 }) })
    fc.assert(
      fc.property(
        fc.array(record, { maxLength: 60 }),
        fc.integer({ min: 1, max: 200 }),
        (records, runBytes) => {
          const keys = records.map(({ key }) => key)
          const sizes = records.map(({ size }) => size)
          const wanted = keys
            .map(
              (key, serial) =>
                [key, serial, Array.from({ length: sizes[serial] ?? 0 }, () => serial % 251)] as const,
            )
            .sort(([a, i], [b, j]) => a - b || i - j)
          assert.deepStrictEqual(sortAll(keys, sizes, runBytes), wanted as never)
        },
      ),
    )
  })

  it("may be larger than the memory for them, and the buffers that read them", () => {
    const sizes = [3_000_000, 10, 1_500_000]
    const sorted = sortAll([2, 1, 0], sizes, 1000)
    assert.deepStrictEqual(
      sorted.map(([key, serial]) => [key, serial]),
      [
        [0, 2],
        [1, 1],
        [2, 0],
      ],
    )
    assert.deepStrictEqual(
      sorted.map(([, , bytes]) => (bytes as ReadonlyArray<number>).length),
      [1_500_000, 10, 3_000_000],
    )
  })
})
