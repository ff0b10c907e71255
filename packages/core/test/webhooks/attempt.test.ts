/** What an attempt keeps of an answer's headers. */
import { assert, describe, it } from "vitest"
import { selectHeaders } from "../../src/domain/webhooks/Attempt.ts"

describe("the headers of an answer", () => {
  it("are kept up to a number of bytes, not of characters, and no character is split", () => {
    const first = { name: "a", value: "éé" }
    const headers = [first, { name: "b", value: "x😀😀" }, { name: "c", value: "" }]
    assert.deepStrictEqual(selectHeaders(headers, 17), headers)
    assert.deepStrictEqual(selectHeaders(headers, 14), [first, { name: "b", value: "x😀" }])
    assert.deepStrictEqual(selectHeaders(headers, 4), [{ name: "a", value: "é" }])
    assert.deepStrictEqual(selectHeaders(headers, 1), [])
  })
})
