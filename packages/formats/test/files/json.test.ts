import { assert, describe, it } from "vitest"
import { parseJson } from "../../src/files/json.ts"

describe("JSON with NaN, as Python writes it", () => {
  it("is read beside a text of 20 MB", () => {
    const picture = "A".repeat(20_000_000)
    const document = parseJson(`{"imageData": "${picture}", "NaN \\" NaN": NaN}`, "a.json")
    assert.deepStrictEqual(Object.keys(document as object), ["imageData", 'NaN " NaN'])
    assert.strictEqual(Reflect.get(document as object, "imageData").length, picture.length)
  })
  it("is read beside a text of a million escapes", () => {
    const document = parseJson(`["${'\\"NaN'.repeat(1_000_000)}", NaN, 1]`, "a.json")
    assert.strictEqual((document as ReadonlyArray<string>)[0], '"NaN'.repeat(1_000_000))
  })
  it("is refused as a key, which would be another key", () => {
    for (const text of ['{"ok": 1, NaN: 2}', '{"a": NaN, -Infinity : 2}'])
      assert.throws(() => parseJson(text, "a.json"), /^a\.json: is not JSON/)
    assert.deepStrictEqual(parseJson('{"a": NaN, "b": [-Infinity]}', "a.json"), {
      a: Number.NaN,
      b: [-Infinity],
    })
  })
})
