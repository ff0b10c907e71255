import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { memorySource, type Source } from "../../src/files/Source.ts"
import { escapeXmlText, formatXmlElement, xmlChildren } from "../../src/files/xml.ts"
import { bytes } from "../reading.ts"
import { collected } from "../roundTrip.ts"

const inPieces = (text: string, size: number): Source => ({
  ...memorySource(new Map([["a.xml", bytes(text)]])),
  stream: async function* () {
    const all = bytes(text)
    for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
  },
})

/** Without characters that XML cannot have. */
const text = fc.fullUnicodeString().map((value) => value.replace(/[\p{Cc}\p{Cs}\uFFFE\uFFFF]/gu, "\n\t\r"))

describe("XML in pieces", () => {
  it("has the texts and attributes that were written, whatever their characters", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text)),
        fc.integer({ min: 1, max: 9 }),
        async (pairs, size) => {
          const elements = pairs.map(([content, value]) =>
            formatXmlElement("e", { value }, escapeXmlText(content)),
          )
          const found = await collected(
            xmlChildren(inPieces(`<r>\n${elements.join("\n")}\n</r>`, size), "a.xml", "r"),
          )
          assert.deepStrictEqual(
            found.map((element) => [element.text, element.attribute("value")]),
            pairs,
          )
        },
      ),
    ))

  it("replaces characters that XML cannot have", () => {
    assert.strictEqual(escapeXmlText("a\u0000b\u001fc\ud800d"), "a\ufffdb\ufffdc\ufffdd")
  })

  it("refuses elements that are nested without end", async () => {
    const source = memorySource(new Map([["a.xml", bytes(`<r>${"<e>".repeat(100)}`)]]))
    const failure = await collected(xmlChildren(source, "a.xml", "r")).then(() => "", String)
    assert.match(failure, /nesting of its elements is 101, above the limit of 100 levels/)
  })
})
