import { formatCsvLine, guardText, unguardText } from "@annotary/core/check"
import fc from "fast-check"
import { assert, describe, it } from "vitest"

const text = fc.oneof(fc.string(), fc.stringMatching(/^'*[=+@\t\r\n＝＋－＠-][a-z'"=]*$/))

describe("cells of CSV", () => {
  it("are guarded where a spreadsheet would run their text, and read back", () => {
    for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"]) {
      assert.strictEqual(guardText(`${start}1+1`), `'${start}1+1`)
      assert.strictEqual(
        formatCsvLine([`${start}a`], { isSpreadsheet: false })
          .trimEnd()
          .replaceAll('"', ""),
        `${start}a`,
      )
    }
    for (const plain of ["a=b", "", "'", "'quoted'", "ü", "1"]) assert.strictEqual(guardText(plain), plain)
    fc.assert(fc.property(text, (given) => assert.strictEqual(unguardText(guardText(given)), given)))
  })

  it("never guard numbers", () => {
    assert.strictEqual(formatCsvLine([-1, -0.5, null, true], { isSpreadsheet: true }), "-1,-0.5,,true\n")
    assert.strictEqual(formatCsvLine(["-1"], { isSpreadsheet: true }), "'-1\n")
  })

  it("are read back whether or not they were written for a spreadsheet", () => {
    fc.assert(
      fc.property(text, fc.boolean(), (given, isSpreadsheet) => {
        const cell = formatCsvLine([given], { isSpreadsheet }).slice(0, -1)
        const raw = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell
        assert.strictEqual(unguardText(raw), given)
      }),
    )
  })
})
