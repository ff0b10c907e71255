/** SampleStore: the orders of sample lists. */
import type { Sample, SortKey } from "@annotary/core/effect"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { addSamples, aWorld } from "./fixtures.ts"
import { keys, makeNamed, manySorted, readPage } from "./samplePage.ts"
import { makeSuite } from "./suite.ts"

const getSortValue = (
  sample: Sample,
  key: SortKey,
  updated: ReadonlyMap<string, string>,
): string | number | null => {
  if (key === "name") return sample.name
  if (key === "created_at") return sample.createdAt
  return key === "priority" ? sample.priority : (updated.get(sample.id) ?? null)
}

export const sampleOrders = makeSuite("SampleStore, orders", {
  "orders names by Unicode code point": Effect.gen(function* () {
    const { dataset } = yield* aWorld
    const sorted = [
      " ",
      "-",
      "1",
      "10",
      "2",
      "A",
      "B",
      "_",
      "a",
      "a b",
      "a-b",
      "ab",
      "b",
      "é",
      "語",
      "\u{FFFD}",
      "𝒳",
    ]
    const shuffled = sorted.toSorted(
      (a, b) => ((a.length * 7 + a.charCodeAt(0)) % 11) - ((b.length * 7 + b.charCodeAt(0)) % 11),
    )
    yield* addSamples(
      dataset,
      shuffled.map((name) => makeNamed(name)),
    )
    const listNames = (descending: boolean) =>
      Effect.map(readPage(dataset, { sort: { key: "name", descending } }), (cursors) =>
        cursors.map(({ value }) => value),
      )
    assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* listNames(false), sorted)
    assert.deepStrictEqual<ReadonlyArray<unknown>>(yield* listNames(true), sorted.toReversed())
  }),

  "orders by every key in both directions, ties by ascending id, samples without a label last": Effect.gen(
    function* () {
      const { dataset, all, updated } = yield* manySorted
      for (const key of keys) {
        for (const descending of [false, true]) {
          const expected = all
            .map((sample) => ({ value: getSortValue(sample, key, updated), id: sample.id }))
            .sort((a, b) => {
              if (a.value === b.value) return a.id < b.id ? -1 : 1
              if (a.value === null || b.value === null) return a.value === null ? 1 : -1
              return a.value < b.value === descending ? 1 : -1
            })
          assert.deepStrictEqual(
            yield* readPage(dataset, { sort: { key, descending } }),
            expected,
            `${key} ${descending}`,
          )
        }
      }
    },
  ),
})
