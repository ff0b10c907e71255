/** Categories in the text of a label: the search finds what parsing finds. */
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import { hasCategory } from "../../src/queue/review/hasCategory.ts"

const has = (text: string, ...ids: ReadonlyArray<number>) => hasCategory(castToJsonText(text), new Set(ids))

/** The ids in all objects of a value. */
const listIds = (value: unknown): ReadonlyArray<number> => {
  if (typeof value !== "object" || value === null) return []
  const own = Object.entries(value).filter(([key, id]) => key === "category_id" && typeof id === "number")
  return [...own.map(([, id]) => id), ...Object.values(value).flatMap(listIds)]
}

/** Texts that contain the key, quotes and backslashes. */
const text = FastCheck.constantFrom(
  "category_id",
  'x"category_id',
  '"category_id":3',
  "\\",
  'category_id"',
  "a",
)
const { label } = FastCheck.letrec((tie) => ({
  label: FastCheck.oneof(
    { maxDepth: 4 },
    FastCheck.integer({ min: -1, max: 6 }),
    text,
    FastCheck.array(tie("label"), { maxLength: 3 }),
    FastCheck.dictionary(text, tie("label"), { maxKeys: 3 }),
  ),
}))

describe("a category in a label", () => {
  it("is found where parsing finds it, whatever the spaces, quotes and escapes", () => {
    const spaces = FastCheck.constantFrom(undefined, 1)
    FastCheck.assert(
      FastCheck.property(label, spaces, FastCheck.integer({ min: -1, max: 6 }), (value, space, id) => {
        assert.strictEqual(has(JSON.stringify(value, null, space), id), listIds(value).includes(id))
      }),
      { numRuns: 2000 },
    )
  })

  it("is found under an escaped key, and as any number that equals it", () => {
    assert.isTrue(has('{"annotations":[{"\\u0063ategory_id":7}]}', 7))
    assert.isTrue(has('{"annotations":[{"category\\u005Fid" : 7}]}', 7))
    assert.isTrue(has('{"category_id":7.0}', 7))
    assert.isTrue(has('{"category_id":7e0}', 7))
    assert.isFalse(has('{"category_id":"7","other":7}', 7))
    assert.isFalse(has('{"category_id":77}', 7))
  })
})
