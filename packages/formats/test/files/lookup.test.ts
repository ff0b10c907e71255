import { assert, describe, it } from "vitest"
import { lookup } from "../../src/files/lookup.ts"
import { findKind } from "../../src/model/Dataset.ts"

describe("a table that files look up in", () => {
  it("has no members but its own", () => {
    assert.strictEqual(lookup({ a: 1 }, "a"), 1)
    for (const name of ["constructor", "toString", "__proto__", "b"]) {
      assert.isUndefined(lookup({ a: 1 }, name))
      assert.isUndefined(findKind(name))
    }
  })
})
