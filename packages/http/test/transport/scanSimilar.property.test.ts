import { checkProperty } from "@annotary/test-support/property"
import { Either } from "effect"
import * as fc from "fast-check"
import { assert, describe, it } from "vitest"
import { minify } from "../../src/transport/json/minify.ts"
import { type ScanLimits, scan } from "../../src/transport/json/scan.ts"
import { scanSimilar } from "../../src/transport/json/scanSimilar.ts"

const limits: ScanLimits = { depth: 6, items: 10, notANumber: new Set(["score"]) }

const toBytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The members with their minified values, or the fault. */
const describeScan = (bytes: Uint8Array, scanned: ReturnType<typeof scan>): unknown =>
  Either.match(scanned, {
    onLeft: (fault) => fault,
    onRight: ({ end, items, members, start }) => ({
      start,
      end,
      items,
      members: members?.map((member) => ({ ...member, spaced: minify(bytes, member) })),
    }),
  })

const makeObject = (id: number): string =>
  `{"id":${id},"at":{"x":${id / 7},"y":-1.5e-3},"name":"a \\"box\\" é","tags":[true,null,${id}]}`

const makeText = (serial: string, count = 300): string =>
  `{"serial":"${serial}","score":NaN,"attributes":{"note":"n","list":[${Array.from({ length: count }, (_, id) => makeObject(id)).join(",")}],"after":{"deep":[[[1]]]}},"last":1}`

/** Texts that make, break or move values where they are put. */
const pieces = fc.constantFrom(
  ...[
    '"',
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\n",
    "1",
    "1,",
    ',"id":2',
    '"z":{}',
    ',{"b":[1, 2]}',
    "[[",
    "]]",
  ],
  ...["NaN", "é", "\u0001", "e9999", "[[[[[[1]]]]]]", "true"],
)

const assertSame = (text: string): void => assertSameBytes(toBytes(text))

const assertSameBytes = (bytes: Uint8Array): void => {
  assert.deepStrictEqual(
    describeScan(bytes, scanSimilar(bytes, limits)),
    describeScan(bytes, scan(bytes, limits)),
  )
}

/** The first member, which a scan of a difference behind it takes over from the earlier scan. */
const getFirstMember = (bytes: Uint8Array): object => {
  const scanned = scanSimilar(bytes, limits)
  return (Either.isRight(scanned) ? scanned.right.members?.[0] : undefined) ?? assert.fail("no member")
}

/** A text of about 200 KB with a byte at the end that may differ. */
const makeLong = (serial: string, last = 1): Uint8Array =>
  toBytes(`{"serial":"${serial}","pad":"${serial.repeat(25_000)}","last":${last}}`)

describe("a scan of a text that is similar to an earlier one", () => {
  it("finds the members and the faults that a scan of the whole finds, after any edits in a row", () => {
    const edit = fc.record({ at: fc.nat(), removed: fc.nat({ max: 40 }), piece: fc.option(pieces) })
    checkProperty(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 8 }), (edits) => {
        let text = makeText("########")
        assertSame(text)
        for (const { at, piece, removed } of edits) {
          const from = at % text.length
          const edited = `${text.slice(0, from)}${piece ?? ""}${text.slice(from + removed)}`
          assertSame(edited)
          // The next edit is of a text that was accepted.
          if (Either.isRight(scan(toBytes(edited), limits))) text = edited
        }
      }),
      300,
    )
  })

  it("finds the members after values of every level have changed, grown and gone", () => {
    const text = makeText("00000000")
    for (const [from, to] of [
      ['"00000000"', '"1"'],
      ['"note":"n"', '"note":"another one"'],
      ["NaN", "17"],
      [makeObject(7), `${makeObject(7)},${makeObject(1000)}`],
      [`${makeObject(8)},`, ""],
      ['"x":0,', '"x":12.5,'],
      ["[[[1]]]", "[ [[1], 2] ]"],
      ['"last":1}', '"last":{"more":[1,2,3]}}'],
      ['"last":1}', '"last":1,"more":2}'],
      ['"note":"n"', '"note":"n","more":"m"'],
    ] as const) {
      assertSame(text)
      assert.include(text, from)
      assertSame(text.replace(from, () => to))
    }
  })

  it("finds where a value ends before what was put behind it", () => {
    const text = makeText("00000003")
    for (const [from, to] of [
      ['"last":1}', '"last":1}}'],
      ['"last":1}', '"last":1]}'],
      ['{"deep":[[[1]]]}', '{"deep":[[[1]]]}}'],
    ] as const) {
      assertSame(text)
      assertSame(text.replace(from, () => to))
    }
  })

  it("finds a key that a change has repeated, and a value that it has put too deep", () => {
    for (const [from, to] of [
      ['"note":', '"list":'],
      ['"last":', '"serial":'],
      ["[[[1]]]", "[[[[[[1]]]]]]"],
    ] as const) {
      const text = makeText("00000001")
      assertSame(text)
      const changed = toBytes(text.replace(from, () => to))
      assert.isTrue(Either.isLeft(scanSimilar(changed, limits)), to)
      assertSame(text.replace(from, () => to))
    }
  })

  it("scans only the difference, and nothing of an identical text", () => {
    const text = makeText("00000004")
    const member = getFirstMember(toBytes(text))
    for (const edited of [text.replace("[[[1]]]", "[[[2, 3]]]"), text.replace('"x":1', '"x":12')])
      for (const next of [edited, text]) assert.strictEqual(getFirstMember(toBytes(next)), member)
    const document = Either.getOrThrow(scanSimilar(toBytes(text), limits))
    assert.strictEqual(Either.getOrThrow(scanSimilar(toBytes(text), limits)), document)
  })

  it("remembers texts up to two megabytes together, the last used ones", () => {
    const serials = Array.from({ length: 12 }, (_, index) => String.fromCharCode(97 + index).repeat(8))
    const used = getFirstMember(makeLong("zzzzzzzz"))
    const members = serials.map((serial) => {
      assert.strictEqual(getFirstMember(makeLong("zzzzzzzz")), used)
      return getFirstMember(makeLong(serial))
    })
    assert.strictEqual(getFirstMember(makeLong("llllllll", 2)), members[11])
    assert.notStrictEqual(getFirstMember(makeLong("aaaaaaaa", 2)), members[0])
  })

  it("remembers neither a part of a long buffer nor a text of very many values, and forgets no others for them", () => {
    const remembered = getFirstMember(makeLong("mmmmmmmm"))
    const part = makeLong("nnnnnnnn")
    const whole = new Uint8Array(3_000_000)
    whole.set(part)
    const view = whole.subarray(0, part.length)
    assert.notStrictEqual(getFirstMember(view), getFirstMember(view))
    const many = toBytes(`{"serial":"oooooooo","list":[${"[],".repeat(20_000)}1]}`)
    assert.notStrictEqual(getFirstMember(many), getFirstMember(many))
    assert.strictEqual(getFirstMember(makeLong("mmmmmmmm")), remembered)
  })

  it("finds what a scan of the whole finds in bytes that are no good text", () => {
    const text = makeText("00000005")
    const inserts: ReadonlyArray<readonly [string, Uint8Array]> = [
      ["invalid UTF-8", Uint8Array.of(0x22, 0xff, 0xc3, 0x22)],
      ["half a character", Uint8Array.of(0x22, 0xc3, 0x22)],
      ["an encoded surrogate", Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
      ["an escaped zero", toBytes('"\\u0000"')],
      ["a lone surrogate", toBytes('"\\ud800"')],
      ["a long number", toBytes("1".repeat(1001))],
      ["a byte order mark", Uint8Array.of(0xef, 0xbb, 0xbf)],
    ]
    for (const [, insert] of inserts)
      for (const place of ['"n"', "NaN", "[[[1]]]", '{"serial"', '"x":0,']) {
        assertSame(text)
        const at = text.indexOf(place)
        const [before, after] = [toBytes(text.slice(0, at)), toBytes(text.slice(at + place.length))]
        assertSameBytes(Buffer.concat([before, insert, after]))
        assertSameBytes(Buffer.concat([before, insert, toBytes(text.slice(at))]))
      }
    const edited = (end: number, other: string): Uint8Array => {
      const bytes = Buffer.from(text.replace('"note":"n"', `"note":"${other}é"`))
      return Buffer.concat([
        bytes.subarray(0, bytes.indexOf("é") + end),
        bytes.subarray(bytes.indexOf("é") + 2),
      ])
    }
    for (const [end, other] of [
      [2, "a"],
      [1, "a"],
      [2, "b"],
      [0, "b"],
    ] as const)
      assertSameBytes(edited(end, other))
  })

  it("keeps apart the limits under which the texts were scanned", () => {
    const text = makeText("00000002")
    assertSame(text)
    const strict = { ...limits, depth: 3 }
    assert.isTrue(Either.isLeft(scanSimilar(toBytes(text.replace('"last":1', '"last":2')), strict)))
    const { notANumber: _, ...without } = limits
    assert.isTrue(Either.isLeft(scanSimilar(toBytes(text.replace('"last":1', '"last":3')), without)))
  })
})
