/** What the start left on the heap goes back to the system. */
import { getHeapSpaceStatistics } from "node:v8"
import { assert, describe, it } from "@effect/vitest"
import { shrinkHeap } from "../src/serve/shrinkHeap.ts"

/** Bytes of the space of objects that have lived for a while. */
const measureOldSpace = () => {
  const space = getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")
  return { size: space?.space_size ?? 0, used: space?.space_used_size ?? 0 }
}

describe("shrinkHeap", () => {
  it("gives the pages of objects back that lie between others, and exposes nothing", () => {
    const objects = Array.from({ length: 400_000 }, (_, index) => ({ index, name: `object ${index}` }))
    const kept = objects.filter(({ index }) => index % 20 === 0)
    objects.length = 0
    const before = measureOldSpace()
    shrinkHeap()
    const { size, used } = measureOldSpace()
    assert.isBelow(size, before.size - 10_000_000)
    assert.isBelow(size, used * 1.3)
    assert.strictEqual(kept.length, 20_000)
    assert.notProperty(globalThis, "gc")
  })
})
