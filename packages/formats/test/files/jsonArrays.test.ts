import fc from "fast-check"
import { assert, describe, it } from "vitest"
import { FormatError } from "../../src/FormatError.ts"
import { splitJson } from "../../src/files/jsonArrays.ts"
import { memorySource, type Source } from "../../src/files/Source.ts"

/** A file that comes in pieces of a few bytes. */
const inPieces = (bytes: Uint8Array, length: number): Source => ({
  ...memorySource(new Map([["a.json", bytes]])),
  stream: async function* () {
    for (let at = 0; at < bytes.length; at += length) yield bytes.slice(at, at + length)
  },
})

const parts = async (text: string | Uint8Array, length = 7) => {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text
  const found: Array<readonly [string, number | null, unknown]> = []
  await splitJson(inPieces(bytes, length), "a.json", { lists: ["list"], whole: ["whole"] }, (part) => {
    const own = Buffer.from(bytes.subarray(part.start, part.start + part.length)).toString()
    assert.strictEqual(own.trim(), part.text.trim(), "the place in the file")
    found.push([part.key, part.index, JSON.parse(part.text)])
  })
  return found
}

describe("a large JSON document", () => {
  it("is split into the elements of its lists, however it is cut and spaced", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 5 }),
        fc.jsonValue(),
        fc.jsonValue(),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(0, 1),
        async (list, whole, other, length, space) => {
          const text = JSON.stringify({ other, list, whole, 'q"\\': other }, null, space)
          const wanted = JSON.parse(text)
          assert.deepStrictEqual(await parts(text, length), [
            ...wanted.list.map((item: unknown, index: number) => ["list", index, item]),
            ["whole", null, wanted.whole],
          ])
        },
      ),
    )
  })

  it("is refused when it is broken between the elements or ends early", async () => {
    for (const text of [
      "",
      "[]",
      "{",
      '{"list":[',
      '{"list":[1,]}',
      '{"list":[1 2]}',
      '{"list":[1}',
      '{"list":[],}',
      '{"list" []}',
      '{"list":[]}x',
      '{"list":{}}',
    ]) {
      const failure = await parts(text).catch((cause: unknown) => cause)
      assert.instanceOf(failure, FormatError, text)
    }
  })
})
