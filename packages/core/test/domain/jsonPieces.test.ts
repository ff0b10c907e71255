import { assert, describe, it } from "@effect/vitest"
import { FastCheck as fc } from "effect"
import { castToJsonText, type JsonTree, Raw, splitJson, writeJson } from "../../src/effect.ts"

const tree = fc.letrec<{ tree: JsonTree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom(null, true, 1.5, "text", '"\\', new Raw(castToJsonText('{"a":1}'))),
    fc.constant(new Raw(castToJsonText(`"${"x".repeat(70_000)}"`))),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(fc.string({ maxLength: 2 }), fc.oneof(tie("tree"), fc.constant(undefined)), { maxKeys: 3 }),
  ),
})).tree

describe("the pieces of a JSON text", () => {
  it("are the text when they are joined", () => {
    fc.assert(fc.property(tree, (value) => assert.isTrue(splitJson(value).join("") === writeJson(value))))
  })

  it("leave long texts alone and join the short ones", () => {
    const long = castToJsonText(`"${"x".repeat(70_000)}"`)
    const pieces = splitJson({ a: 1, b: [new Raw(castToJsonText("2"))], c: new Raw(long), d: null })
    assert.deepStrictEqual(pieces, ['{"a":1,"b":[2],"c":', long, ',"d":null}'])
  })
})
