/** Stored warnings are read page by page. */
import { assert, describe, it } from "@effect/vitest"
import type { WarningId } from "../../src/domain/Ids.ts"
import type { StoredWarning } from "../../src/domain/Warning.ts"
import {
  formatStoredWarnings,
  parseStoredWarnings,
  parseWarningsPage,
} from "../../src/warnings/storedWarnings.ts"

const warning = (n: number): StoredWarning => ({
  rule: "malformed-label",
  ruleIndex: null,
  message: `line ${n},\n"and" \\n, another \u2028`,
  frame: n,
  sensor: "a,\nb",
  annotationIds: [n],
  trackIds: [],
  attribute: null,
  measured: null,
  limit: null,
  id: `${n}` as WarningId,
  content: "",
})

describe("stored warnings", () => {
  it("make the same list again, page by page or at once", () => {
    for (const count of [0, 1, 4, 5, 11]) {
      const all = Array.from({ length: count }, (_, n) => warning(n))
      const text = formatStoredWarnings(all)
      assert.deepStrictEqual(parseStoredWarnings(text), all)
      for (const limit of [1, 2, 5, 11, 12]) {
        for (let offset = 0; offset <= count + 1; offset++) {
          assert.deepStrictEqual(parseWarningsPage(text, { offset, limit }), {
            warnings: all.slice(offset, offset + limit),
            more: offset + limit < count,
          })
        }
      }
    }
  })
})
