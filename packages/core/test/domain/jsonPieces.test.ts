import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { type JsonTree, jsonPieces, Raw, trustedJson, writeJson } from "../../src/effect.ts"

const tree = fc.letrec<{ tree: JsonTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, 1.5, "text", '"\\', new Raw(trustedJson('{"a":1}'))),
    fc.constant(new Raw(trustedJson(`"${"x".repeat(70_000)}"`))),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 2 }), fc.oneof(tie("tree"), fc.constant(undefined)), { maxKeys: 3 }),
  ),
})).tree

describe("the pieces of a JSON text", () => {
  it("are the text when they are joined", () => {
    fc.assert(fc.property(tree, (value) => assert.isTrue(jsonPieces(value).join("") === writeJson(value))))
  })

  it("leave long texts alone and join the short ones", () => {
    const long = trustedJson(`"${"x".repeat(70_000)}"`)
    const pieces = jsonPieces({ a: 1, b: [new Raw(trustedJson("2"))], c: new Raw(long), d: null })
    assert.deepStrictEqual(pieces, ['{"a":1,"b":[2],"c":', long, ',"d":null}'])
  })
})
