import { assert, describe, it } from "vitest"
import { type CellReader, Feather, printFeather } from "../../src/argoverse2/feather.ts"
import { FormatError } from "../../src/FormatError.ts"
import { memorySource } from "../../src/files/Source.ts"

const whole = printFeather({
  name: { type: "utf8", values: ["ring_front_center", "ring_rear_left"] },
  stamp: { type: "int64", values: [315968867659956000n, 315968867759956000n] },
  x: { type: "float64", values: [1.5, -2.25] },
})

const readAll = async (content: Uint8Array): Promise<unknown> => {
  try {
    const table = await Feather.open(memorySource(new Map([["a.feather", content]])), "a.feather")
    const list = <A>(read: CellReader<A>) => Array.from({ length: table.rows }, (_, row) => read(row))
    return [list(table.texts("name")), list(table.digits("stamp")), list(table.numbers("x"))]
  } catch (error) {
    return error
  }
}

describe("a Feather file", () => {
  it("is read as it was written", async () => {
    assert.deepStrictEqual(await readAll(whole), [
      ["ring_front_center", "ring_rear_left"],
      [315968867659956000n, 315968867759956000n],
      [1.5, -2.25],
    ])
  })

  // Without a check, one such byte made the library fill the memory until the process died.
  it("with any one byte damaged is read with its rows, or refused", async () => {
    for (let at = 0; at < whole.length; at++)
      for (const value of [0x01, 0x7f, 0xff]) {
        const found = await readAll(whole.with(at, value))
        if (found instanceof FormatError) continue
        assert.isArray(found, `byte ${at} as ${value}`)
        for (const column of found as ReadonlyArray<ReadonlyArray<unknown>>)
          assert.isAtMost(column.length, whole.length)
      }
  }, 60_000)
})
