import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { parseJson } from "../../src/files/json.ts"
import { jsonList } from "../../src/files/jsonList.ts"
import { memorySource, type Source } from "../../src/files/Source.ts"
import { bytes } from "../reading.ts"
import { collected } from "../roundTrip.ts"

/** The file in pieces of a few bytes, which cut characters as well. */
const inPieces = (text: string, size: number): Source => ({
  ...memorySource(new Map([["a.json", bytes(text)]])),
  stream: async function* () {
    const all = bytes(text)
    for (let at = 0; at < all.length; at += size) yield all.subarray(at, at + size)
  },
})

describe("a JSON list in pieces", () => {
  it("has the elements that JSON has", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue({ maxDepth: 3 })),
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(0, 2),
        async (list, size, indent) => {
          const text = JSON.stringify(list, null, indent)
          const found = await collected(jsonList(inPieces(text, size), "a.json"))
          assert.deepStrictEqual(
            found.map(({ value }) => value),
            parseJson(text, "a.json"),
          )
        },
      ),
    ))
})
