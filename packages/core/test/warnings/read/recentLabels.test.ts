/** The next version of a parsed label, against a parse of its whole text. */
import { checkProperty } from "@annotary/test-support/property"
import { assert, describe, it } from "@effect/vitest"
import fc from "fast-check"
import { parseLabel } from "../../../src/warnings/read/recentLabels.ts"

/** Shorter labels are not remembered. */
const filler = "x".repeat(17_000)

type Members = ReadonlyArray<readonly [string, unknown]>

const format = (members: Members, indent = 0): string =>
  JSON.stringify(Object.fromEntries([...members, ["filler", filler]]), null, indent)

const parsed = (text: string, previous: string): unknown => parseLabel(text, previous)

const item: fc.Arbitrary<unknown> = fc.oneof(
  fc.integer({ min: 0, max: 120 }),
  fc.constantFrom("", ",", "]", '],"annotations":[', "\\", '"', "0]}"),
  fc.record({
    id: fc.integer({ min: 0, max: 20 }),
    points: fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
  }),
  fc.array(fc.constantFrom(1, "[", {}), { maxLength: 2 }),
)
const list = fc.array(item, { maxLength: 6 })
const member = fc.tuple(
  fc.constantFrom("note", "links", "frames", "annotations2", "annotations"),
  fc.oneof(item, list),
)
const label = fc
  .tuple(fc.array(member, { maxLength: 2 }), list, fc.array(member, { maxLength: 2 }))
  .map(([first, annotations, last]): Members => [...first, ["annotations", annotations], ...last])

/** Replaces some items of the list, or takes another value for a member. */
const edit = fc.record({
  at: fc.nat({ max: 6 }),
  removed: fc.nat({ max: 3 }),
  added: fc.array(item, { maxLength: 2 }),
})

describe("the next version of a parsed label", () => {
  it("is the parse of its text, whatever changed", () =>
    checkProperty(
      fc.property(
        label,
        label,
        fc.array(edit, { minLength: 1, maxLength: 3 }),
        fc.nat({ max: 4 }),
        fc.nat({ max: 1 }),
        (members, others, edits, replaced, indent) => {
          let [current, text] = [members, format(members, indent)]
          assert.deepStrictEqual(parsed(text, ""), JSON.parse(text))
          for (const { added, at, removed } of edits) {
            current = current.map(([key, value], index) => {
              if (index === replaced) return [key, others[index]?.[1] ?? value]
              return [
                key,
                key === "annotations" && Array.isArray(value)
                  ? value.toSpliced(at, removed, ...added)
                  : value,
              ]
            })
            const next = format(current, indent)
            assert.strictEqual(JSON.stringify(parsed(next, text)), JSON.stringify(JSON.parse(next)))
            text = next
          }
        },
      ),
      3000,
    ))

  it("has the objects of the previous one where it is equal", () => {
    const make = (changed: number) =>
      format([["annotations", Array.from({ length: 9 }, (_, id) => ({ id, x: id === 4 ? changed : 0 }))]])
    const read = (value: unknown): ReadonlyArray<object> => Reflect.get(Object(value), "annotations")
    const before = read(parsed(make(1), ""))
    const after = read(parsed(make(22), make(1)))
    assert.deepStrictEqual(
      after.map((object, index) => object === before[index]),
      [true, true, true, true, false, true, true, true, true],
    )
  })

  it("fails as a whole text does where it is not JSON", () => {
    const text = format([["annotations", [1, 2]]])
    parsed(text, "")
    assert.throws(() => parsed(text.replace("1,2", "1,,2"), text), SyntaxError)
    assert.throws(() => parsed(`${text}}`, text), SyntaxError)
  })
})
