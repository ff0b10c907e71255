import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { collectIds } from "../../src/masks/collectIds.ts"

describe("the ids of a bitmap", () => {
  it("are each there once, in the order of their first pixels", () => {
    fc.assert(
      fc.property(fc.uint32Array({ max: 5, maxLength: 60 }), (ids) => {
        assert.deepStrictEqual([...collectIds(ids)], [...new Set(ids)])
      }),
    )
  })
})
