import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { setAt, withMembers } from "../../../src/workbench/editor/json/edit.ts"
import { parse, print } from "../../../src/workbench/editor/json/parse.ts"
import { isObject, type Json, NumberText } from "../../../src/workbench/editor/json/value.ts"

/** JSON texts as people and programs write them: with spaces, with long digits, with odd forms of numbers. */
const numbers = fc.oneof(
  fc.integer().map(String),
  fc.bigInt({ min: 10n ** 18n, max: 10n ** 19n }).map(String),
  fc.constantFrom("1.0", "-0", "0.10", "1e3", "1E+400", "0.1234567890123456789", "5e-324"),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
)
const strings = fc.oneof(
  fc.string().map((value) => JSON.stringify(value)),
  fc.constantFrom('"\\u00e9"', '"\\/"', '"__proto__"', '"a\\"b"', '"\\\\"'),
)
const { text: texts } = fc.letrec<{ text: string }>((tie) => ({
  text: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    numbers,
    strings,
    fc.constantFrom("null", "true", "false"),
    fc.array(tie("text"), { maxLength: 4 }).map((items) => `[ ${items.join(" ,")}]`),
    fc
      .array(fc.tuple(strings, tie("text")), { maxLength: 4 })
      .map((members) => `{${members.map(([key, value]) => `${key} : ${value}`).join(",\n")} }`),
  ),
}))

describe("JSON without loss", () => {
  it("prints an object that nobody edited with the bytes it was read from", () => {
    fc.assert(
      fc.property(texts, (text) => {
        const object = `{"annotations" : ${text}}`
        expect(print(parse(object))).toBe(object)
      }),
    )
  })

  it("reads the values that JSON.parse reads", () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(JSON.parse(print(parse(text)))).toEqual(JSON.parse(text))
      }),
    )
  })

  it("keeps all bytes outside of an edit, and every digit within", () => {
    const text =
      '{"frames": [ {"t": 1700000000123456789, "x": 1.0},{ "t":1700000000123456790 }], "a": "\\u00e9"}'
    const edited = setAt(parse(text), ["frames", 0, "name"], "first")
    expect(print(edited)).toBe(
      '{"frames":[{"t":1700000000123456789,"x":1,"name":"first"},{ "t":1700000000123456790 }],"a":"é"}',
    )
  })

  it("keeps a member named __proto__ through reading, editing and printing", () => {
    const read = parse('{"__proto__": {"a": 1}}')
    const edited = isObject(read) ? withMembers(read, { b: 2 }) : read
    expect(print(edited)).toBe('{"__proto__":{"a": 1},"b":2}')
  })

  it("returns the same object for an edit that changes nothing", () => {
    const read = parse('{"a": [1, 2]}')
    expect(setAt(read, ["a", 1], 2)).toBe(read)
  })

  it("refuses what is not JSON", () => {
    expect(() => parse('{"a": }')).toThrow(SyntaxError)
    expect(() => parse('{"a": 1} x')).toThrow(SyntaxError)
  })

  it("keeps digits as text only where a double would change them", () => {
    const kinds = (text: string): Json => parse(text)
    expect(kinds("9007199254740993")).toBeInstanceOf(NumberText)
    expect(kinds("9007199254740992")).toBe(9007199254740992)
    expect(kinds("100000000000000000000")).toBe(1e20)
    expect(kinds("0.30000000000000004")).toBe(0.1 + 0.2)
    expect(kinds("1e400")).toBeInstanceOf(NumberText)
  })
})
