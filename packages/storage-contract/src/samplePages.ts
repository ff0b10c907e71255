/** SampleStore: pages of a list, by offset and by cursor. */
import { SampleStore } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { instant } from "./fixtures.ts"
import { ids, keys, manySorted, readPage } from "./samplePage.ts"
import { makeSuite } from "./suite.ts"

export const samplePages = makeSuite("SampleStore, pages", {
  "returns the same pages by offset and by cursor, and an empty page past the end": Effect.gen(function* () {
    const { dataset } = yield* manySorted
    for (const key of keys) {
      for (const descending of [false, true]) {
        const sort = { key, descending }
        const whole = yield* readPage(dataset, { sort })
        for (let offset = 0; offset < whole.length; offset += 3) {
          const expected = whole.slice(offset, offset + 3)
          assert.deepStrictEqual(yield* readPage(dataset, { sort, start: { offset }, limit: 3 }), expected)
          const after = whole[offset - 1]
          if (after !== undefined)
            assert.deepStrictEqual(yield* readPage(dataset, { sort, start: { after }, limit: 3 }), expected)
        }
        assert.deepStrictEqual(yield* readPage(dataset, { sort, start: { offset: whole.length } }), [])
        const last = whole.at(-1)
        if (last !== undefined)
          assert.deepStrictEqual(yield* readPage(dataset, { sort, start: { after: last } }), [])
      }
    }
  }),

  "continues after a sample that was deleted": Effect.gen(function* () {
    const store = yield* SampleStore
    const { dataset } = yield* manySorted
    for (const key of keys) {
      const sort = { key, descending: true }
      const whole = yield* readPage(dataset, { sort })
      const gone = whole[1]
      if (gone === undefined) return assert.fail()
      yield* store.markDeleted(dataset.id, [gone.id], instant)
      assert.deepStrictEqual(yield* readPage(dataset, { sort, start: { after: gone } }), whole.slice(2))
    }
  }),

  "combines filters, orders and pages": Effect.gen(function* () {
    const { dataset, all } = yield* manySorted
    const only = { priorityAtLeast: 0 }
    const sort = { key: "priority", descending: true } as const
    const whole = yield* ids(readPage(dataset, { only, sort }))
    assert.sameMembers(
      whole,
      all.filter(({ priority }) => priority >= 0).map(({ id }) => id),
    )
    const first = yield* readPage(dataset, { only, sort, limit: 2 })
    const after = first[1]
    if (after === undefined) return assert.fail()
    assert.deepStrictEqual(
      yield* ids(readPage(dataset, { only, sort, start: { after }, limit: 2 })),
      whole.slice(2, 4),
    )
    assert.deepStrictEqual(
      yield* ids(readPage(dataset, { only, sort, start: { offset: 2 }, limit: 2 })),
      whole.slice(2, 4),
    )
  }),
})
