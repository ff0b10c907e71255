/** Texts of records that the engine stores without reading them again. */
import { readJson } from "@annotary/core/effect"
import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { printRecord } from "../../src/importing/printRecord.ts"
import type { WireRecord } from "../../src/model/toWire.ts"

const makeRecord = (parts: Partial<WireRecord>): WireRecord => ({
  name: "a",
  attributes: { image: { url: "a.png" } },
  metadata: {},
  label: { annotations: [] },
  ...parts,
})

const nest = (levels: number): Readonly<Record<string, unknown>> =>
  Array.from({ length: levels }).reduce<Readonly<Record<string, unknown>>>((inner) => ({ inner }), {})

describe("the texts of a record", () => {
  it("are validated where the engine accepts them as they are", () => {
    assert.deepStrictEqual(printRecord(makeRecord({ metadata: { file: "a b.png", é: "\n" } })), {
      attributes: '{"image":{"url":"a.png"}}',
      metadata: '{"file":"a b.png","é":"\\n"}',
      label: '{"annotations":[]}',
      isValidated: true,
    })
    assert.isNull(printRecord(makeRecord({ label: null })).label)
  })

  it("are left to the engine where it may refuse one", () => {
    const odd: ReadonlyArray<Partial<WireRecord>> = [
      { label: { note: "a\u0000b" } },
      { label: { note: "\ud800" } },
      { label: { timestamp: 10n ** 1200n } },
      { metadata: { note: "\u0000" } },
      { metadata: nest(250) },
      { attributes: { note: "\udc00" } },
    ]
    for (const parts of odd) assert.isFalse(printRecord(makeRecord(parts)).isValidated)
    assert.strictEqual(
      printRecord(makeRecord({ label: { timestamp: 2n ** 60n } })).label,
      '{"timestamp":1152921504606846976}',
    )
  })

  it("are what the engine would make of them, whatever texts and numbers are in a label", () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ unit: "binary" }), fc.jsonValue({ stringUnit: "binary" })),
        (label) => {
          const printed = printRecord(makeRecord({ label }))
          if (!printed.isValidated) return
          const read = readJson(printed.label)
          assert.isTrue(read._tag === "Right" && read.right === printed.label)
        },
      ),
    )
  })
})
