import { checkProperty } from "@annotary/test-support/property"
import { Either } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import type { FaultReason } from "../../src/transport/json/fault.ts"
import { minify } from "../../src/transport/json/minify.ts"
import { type JsonDocument, scan } from "../../src/transport/json/scan.ts"

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const good = (text: string): JsonDocument => {
  const scanned = scan(bytesOf(text))
  assert.isTrue(Either.isRight(scanned), text)
  return Either.getOrThrow(scanned)
}

const fault = (bytes: Uint8Array | string) => {
  const scanned = scan(typeof bytes === "string" ? bytesOf(bytes) : bytes)
  return Either.isLeft(scanned) ? scanned.left : assert.fail(`accepted: ${bytes}`)
}

describe("the scanner", () => {
  it("accepts every form of JSON value", () => {
    for (const text of [
      "null",
      " true ",
      "false",
      "0",
      "-0",
      "12.50",
      "1e5",
      "-1.5E-10",
      "1E+2",
      '""',
      '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00"',
      '"é😀"',
      "[]",
      "{}",
      "[1,[2,{}],[]]",
      '\t{ "a" : [ ] ,\r\n"b":null}',
      "1700000000123456789",
    ])
      good(text)
  })

  it("refuses what RFC 8259 refuses, at the byte where it goes wrong", () => {
    const cases: ReadonlyArray<readonly [string, FaultReason, number]> = [
      ["", "empty", 0],
      ["  \n", "empty", 3],
      ["01", "trailing", 1],
      ["1.", "end", 2],
      ["[1.]", "number", 1],
      ["[.5]", "value", 1],
      ["[-]", "number", 1],
      ["[1e]", "number", 1],
      ["[+1]", "value", 1],
      ["[1,]", "value", 3],
      ["[1 2]", "bracket", 3],
      ["[1", "end", 2],
      ['{"a"', "end", 4],
      ['{"a" 1}', "colon", 5],
      ['{"a":1,}', "key", 7],
      ['{"a":1 "b":2}', "brace", 7],
      ["{a:1}", "key", 1],
      ["{'a':1}", "key", 1],
      ["tru", "end", 3],
      ["trux", "value", 0],
      ["nul", "end", 3],
      ["undefined", "value", 0],
      ['"a', "end", 2],
      ['"a\nb"', "control", 2],
      ['"\\x"', "escape", 1],
      ['"\\u12g4"', "escape", 1],
      ['"\\u12', "end", 1],
      ["[] []", "trailing", 3],
      ["\ufeff{}", "value", 0],
      ["// a\n1", "value", 0],
    ]
    for (const [text, reason, offset] of cases) {
      const found = fault(text)
      assert.deepStrictEqual([text, found.reason, found.offset], [text, reason, offset])
    }
  })

  it("refuses numbers that are no numbers, in every spelling of Python", () => {
    for (const text of ["NaN", "Infinity", "-Infinity", '{"a":[NaN]}', "[-Infinity]"])
      assert.strictEqual(fault(text).reason, "token", text)
  })

  it("takes them for null in the members that may be so, at the top and nowhere else", () => {
    const notANumber = new Set(["score"])
    const scanned = (text: string) => scan(bytesOf(text), { depth: 200, items: 9, notANumber })
    for (const word of ["NaN", "Infinity", "-Infinity"]) {
      assert.isTrue(Either.isRight(scanned(`{"score":${word},"a":1}`)))
      assert.isTrue(Either.isRight(scanned(`{"sc\\u006fre": ${word} }`)))
      for (const text of [
        `{"a":${word}}`,
        `{"b":{"score":${word}}}`,
        `[{"score":${word}}]`,
        `{"score":${word}x}`,
      ])
        assert.isTrue(Either.isLeft(scanned(text)), text)
    }
  })

  it("refuses numbers that other readers stop at, and says which", () => {
    const cases: ReadonlyArray<readonly [string, FaultReason, string]> = [
      ["1e999", "range", ""],
      ["[0,-1e309]", "range", "/1"],
      [`{"a":[{"b":1,"c":${"9".repeat(400)}}]}`, "range", "/a/0/c"],
      [`{"a":{"b":1},"c":0.${"3".repeat(1000)}}`, "digits", "/c"],
      [`[[1,2],[${"1".repeat(1001)}]]`, "digits", "/1/0"],
      ['{"a\\"]":1,"not found":[{"x":1e400}]}', "range", "/*/0/x"],
    ]
    for (const [text, reason, pointer] of cases) {
      const found = fault(text)
      assert.deepStrictEqual([text, found.reason, found.pointer], [text, reason, pointer])
    }
    for (const text of ["1.7976931348623157e308", "1e-999", `0.${"3".repeat(998)}`, "9".repeat(308)])
      good(text)
  })

  it("refuses what a database cannot store", () => {
    assert.strictEqual(fault('"a\\u0000"').reason, "zero")
    assert.strictEqual(fault('{"\\u0000":1}').reason, "zero")
    assert.strictEqual(fault('"a\u0000"').reason, "control")
    for (const lone of ['"\\ud800"', '"\\ud800x"', '"\\ud800\\u0041"', '"\\udc00"', '"\\udc00\\ud800"'])
      assert.strictEqual(fault(lone).reason, "surrogate", lone)
  })

  it("refuses bytes that are not UTF-8", () => {
    for (const bytes of [
      [0x80],
      [0xc0, 0xaf],
      [0xc3],
      [0xe2, 0x82],
      [0xe0, 0x80, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf0, 0x80, 0x80, 0xaf],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
    ])
      assert.strictEqual(fault(Uint8Array.from([0x22, ...bytes, 0x22])).reason, "utf8", bytes.join())
  })

  it("finds a key that comes twice, however it is spelled and however many keys there are", () => {
    assert.strictEqual(fault('{"a":1,"b":2,"a":3}').offset, 13)
    assert.strictEqual(fault('{"a":1,"\\u0061":2}').reason, "duplicate")
    assert.strictEqual(fault('{"é":1,"\\u00e9":2}').reason, "duplicate")
    const many = Array.from({ length: 50 }, (_, i) => `"key${i}":${i}`)
    good(`{${many.join(",")}}`)
    assert.strictEqual(fault(`{${many.join(",")},"key0":1}`).reason, "duplicate")
    assert.strictEqual(fault(`{${many.join(",")},"key49":1}`).reason, "duplicate")
    assert.strictEqual(fault('{"":1,"":2}').reason, "duplicate")
  })

  it("lets nested and neighbouring objects have the same keys", () => {
    good('{"a":{"a":{"a":1},"b":1},"b":{"a":1}}')
    good('[{"a":1,"b":{"a":2}},{"a":1,"b":{"a":2}}]')
    const wide = (inner: string) => `{${Array.from({ length: 20 }, (_, i) => `"k${i}":${inner}`).join(",")}}`
    good(wide(wide("1")))
  })

  it("allows 200 levels and no more", () => {
    good(`${"[".repeat(200)}${"]".repeat(200)}`)
    assert.strictEqual(fault(`${"[".repeat(201)}${"]".repeat(201)}`).reason, "depth")
    assert.strictEqual(fault('{"a":'.repeat(100_000)).reason, "depth")
  })

  it("tells line and column in characters, and nothing of the text", () => {
    const found = fault('{\n  "naïve 😀": 1,\n  "ß": secret\n}')
    assert.deepStrictEqual(found, {
      reason: "value",
      message: "Expected a JSON value.",
      line: 3,
      column: 8,
      offset: 30,
    })
  })

  it("does not slow down for an object of many keys", () => {
    const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"${i}":0`).join(",")}}`
    /** The best of five, so that what else the machine does does not count. */
    const time = (text: string): number => {
      const bytes = bytesOf(text)
      const rounds = Array.from({ length: 5 }, () => {
        const begun = performance.now()
        assert.isTrue(Either.isRight(scan(bytes)))
        return performance.now() - begun
      })
      return Math.min(...rounds)
    }
    const few = time(keys(20_000))
    assert.isBelow(time(keys(200_000)) / few, 50, "ten times the keys: 10 when linear, 100 when quadratic")
  })
})

describe("what the scanner answers", () => {
  it("is where the root's members stand", () => {
    const text = '{"a" : [1, 2], "\\u0062":{"x":1},"c":"é"}'
    const { items, members } = good(text)
    assert.isUndefined(items)
    assert.deepStrictEqual(
      members?.map(({ end, key, spaced, start }) => [
        key,
        Buffer.from(text).subarray(start, end).toString(),
        spaced,
      ]),
      [
        ["a", "[1, 2]", true],
        ["b", '{"x":1}', false],
        ["c", '"é"', false],
      ],
    )
  })

  it("is where the items of a root array stand, and their members", () => {
    const { items, members } = good('[{"a":1},2,{"b":{"c":[]}}]')
    assert.isUndefined(members)
    assert.deepStrictEqual(
      items?.map((item) => item.members?.map(({ key }) => key)),
      [["a"], undefined, ["b"]],
    )
  })

  it("stops at more items than are asked for", () => {
    const scanned = scan(bytesOf("[1,2,3]"), { depth: 200, items: 2 })
    assert.isTrue(Either.isLeft(scanned) && scanned.left.reason === "items")
  })
})

/** A JSON text with white space in odd places. */
const spacedJson = fc
  .tuple(
    fc.jsonValue({ maxDepth: 5 }),
    fc.array(fc.constantFrom("", " ", "\n", "\t\r\n", "  "), { minLength: 8, maxLength: 8 }),
  )
  .map(([value, gaps]) => {
    let turn = 0
    const gap = (): string => gaps[turn++ % gaps.length] ?? ""
    const write = (one: unknown): string => {
      if (Array.isArray(one))
        return `[${gap()}${one.map((item) => `${write(item)}${gap()}`).join(`,${gap()}`)}]`
      if (typeof one !== "object" || one === null) return JSON.stringify(one)
      const members = Object.entries(one).map(
        ([key, inner]) => `${JSON.stringify(key)}${gap()}:${gap()}${write(inner)}`,
      )
      return `{${gap()}${members.join(`${gap()},${gap()}`)}}`
    }
    return `${gap()}${write(value)}${gap()}`
  })

const stricter: ReadonlySet<FaultReason> = new Set([
  "range",
  "digits",
  "duplicate",
  "zero",
  "surrogate",
  "depth",
])

const parsed = (bytes: Uint8Array): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)) }
  } catch {
    return undefined
  }
}

/** Agrees with JSON.parse, or refuses for one of our own reasons. */
const agrees = (bytes: Uint8Array): void => {
  const scanned = scan(bytes)
  const native = parsed(bytes)
  if (Either.isLeft(scanned)) {
    if (native !== undefined) assert.include(stricter, scanned.left.reason)
    return
  }
  assert.isDefined(native)
  const minified = minify(bytes, scanned.right)
  assert.deepStrictEqual(JSON.parse(minified), native?.value)
}

describe("any text", () => {
  it("of JSON keeps its value through the minifier, which leaves no white space between tokens", () => {
    fc.assert(
      fc.property(spacedJson, (text) => {
        const bytes = bytesOf(text)
        const scanned = scan(bytes)
        if (Either.isLeft(scanned)) return void assert.include(stricter, scanned.left.reason)
        const minified = minify(bytes, scanned.right)
        assert.deepStrictEqual(JSON.parse(minified), JSON.parse(text))
        assert.notMatch(minified.replace(/"(?:[^"\\]|\\.)*"/g, '""'), /\s/)
        assert.strictEqual(minify(bytesOf(minified), Either.getOrThrow(scan(bytesOf(minified)))), minified)
      }),
      { numRuns: 400 },
    )
  })

  it("with some bytes changed, dropped or put in is checked as JSON.parse checks it", async () => {
    const byte = fc.oneof(
      fc.integer({ min: 0, max: 255 }),
      fc.constantFrom(...Buffer.from('{}[]",:\\u0d8-+.eEtfn \n19')),
    )
    const change = fc.tuple(fc.nat(), fc.constantFrom("replace", "insert", "delete"), byte)
    await checkProperty(
      fc.property(spacedJson, fc.array(change, { minLength: 1, maxLength: 3 }), (text, changes) => {
        const bytes = [...bytesOf(text)]
        for (const [at, kind, value] of changes) {
          const place = at % (bytes.length + 1)
          if (kind === "insert") bytes.splice(place, 0, value)
          else if (kind === "delete") bytes.splice(place, 1)
          else if (place < bytes.length) bytes[place] = value
        }
        agrees(Uint8Array.from(bytes))
      }),
      3_000,
    )
  })

  it("made of JSON's own characters is checked as JSON.parse checks it", async () => {
    const piece = fc.constantFrom(
      ...'{}[]:,"\\ -+.0123eEu'.split(""),
      "null",
      "true",
      '"a"',
      '"b":',
      "\\ud83d",
      "\\u0000",
    )
    await checkProperty(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => agrees(bytesOf(pieces.join("")))),
      5_000,
    )
  })
})

describe("minified text", () => {
  it("keeps digits, escapes and the order of keys as they were sent", () => {
    const text = '{ "b" : 1.50 , "a" : [ 1700000000123456789 , 1E+2 ] , "\\u0063" : "a\\/ \\" b" }'
    assert.strictEqual(
      minify(bytesOf(text), good(text)),
      '{"b":1.50,"a":[1700000000123456789,1E+2],"\\u0063":"a\\/ \\" b"}',
    )
  })

  it("keeps characters of every length", () => {
    const text = '{"é": "ß€😀"}'
    assert.strictEqual(minify(bytesOf(text), good(text)), '{"é":"ß€😀"}')
  })
})
