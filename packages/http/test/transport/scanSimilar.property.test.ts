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

const assertSame = (text: string): void => {
  const bytes = toBytes(text)
  assert.deepStrictEqual(
    describeScan(bytes, scanSimilar(bytes, limits)),
    describeScan(bytes, scan(bytes, limits)),
  )
}

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

  it("keeps apart the limits under which the texts were scanned", () => {
    const text = makeText("00000002")
    assertSame(text)
    const strict = { ...limits, depth: 3 }
    assert.isTrue(Either.isLeft(scanSimilar(toBytes(text.replace('"last":1', '"last":2')), strict)))
    const { notANumber: _, ...without } = limits
    assert.isTrue(Either.isLeft(scanSimilar(toBytes(text.replace('"last":1', '"last":3')), without)))
  })
})
