/** The line that people read: escaped, cut, one for every type of event. */
import { DatasetEventType, formatEventText, quoteText } from "@annotary/core/effect"
import { assert, describe, it } from "@effect/vitest"
import { FastCheck } from "effect"

describe("user text in a sentence", () => {
  it("is harmless and short, whatever it is", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.string({ unit: "binary", maxLength: 1000 }), (text) => {
        const safe = quoteText(text)
        assert.notMatch(safe, /[<>]/)
        assert.notMatch(safe.replaceAll(/&(amp|lt|gt);/g, ""), /&/)
        assert.isAtMost([...safe.replaceAll(/&(amp|lt|gt);/g, "x")].length, 200)
        assert.isTrue(safe.isWellFormed())
      }),
    )
  })

  it("is left alone up to 200 characters, and cut with a sign after them", () => {
    const emoji = "🐈".repeat(200)
    assert.strictEqual(quoteText(emoji), emoji)
    assert.strictEqual(quoteText(`${emoji}x`), `${"🐈".repeat(199)}…`)
    assert.strictEqual(quoteText("<!channel> & co"), "&lt;!channel&gt; &amp; co")
  })
})

describe("the line of an event", () => {
  it("is one sentence for every type", () => {
    const lines = DatasetEventType.literals.map((type) =>
      formatEventText({ type, dataset: "acme/cats", actor: "ann", subject: "frame <7>", status: "LABELED" }),
    )
    assert.strictEqual(new Set(lines).size, DatasetEventType.literals.length)
    for (const line of lines) {
      assert.match(line, /acme\/cats.*\.$/)
      assert.notInclude(line, "<7>")
      assert.notInclude(line, "\n")
    }
  })
})
