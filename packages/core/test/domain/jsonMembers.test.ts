import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { readMembers } from "../../src/domain/jsonSpans.ts"

describe("membersOf", () => {
  it("gives every member's text as it stands in the object", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        const expected = Object.entries(object).map(([key, value]) => [key, JSON.stringify(value)])
        assert.deepStrictEqual([...readMembers(JSON.stringify(object))], expected)
      }),
    )
  })

  it("keeps the digits of numbers and the backslashes of keys", () => {
    const text = '{"a\\"\\\\":1700000000123456789,"b":{"c":["}",{"d":"\\\\"}]},"e":""}'
    assert.deepStrictEqual(
      [...readMembers(text)],
      [
        ['a"\\', "1700000000123456789"],
        ["b", '{"c":["}",{"d":"\\\\"}]}'],
        ["e", '""'],
      ],
    )
  })

  it("passes over white space, which stays inside of values", () => {
    assert.deepStrictEqual(
      [...readMembers(' {\n "a" : 1.50 ,\t"b": [ 1 ] , "c":"x " } ')],
      [
        ["a", "1.50"],
        ["b", "[ 1 ]"],
        ["c", '"x "'],
      ],
    )
    assert.deepStrictEqual([...readMembers("{ }")], [])
  })

  it("ends on text that is cut off anywhere, as in a damaged file", () => {
    const text = '{"a":1,"b":{"c":["x"]},"d":"y\\""}'
    assert.deepStrictEqual(
      [...readMembers(text.slice(0, -2))],
      [
        ["a", "1"],
        ["b", '{"c":["x"]}'],
        ["d", '"y\\"'],
      ],
    )
    for (let length = 0; length < text.length; length++)
      assert.isAtMost(readMembers(text.slice(0, length)).size, 3)
  })
})
