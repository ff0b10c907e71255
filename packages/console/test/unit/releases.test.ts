import { assert, describe, it } from "vitest"
import { differenceOf } from "../../src/pages/releases/differences.ts"
import { fileNameOf } from "../../src/pages/releases/fileName.ts"

describe("the comparison of releases", () => {
  it("reads its lines", () => {
    assert.deepStrictEqual(
      differenceOf('{"op":"changed","uuid":"u","name":"a","fields":["labels.ground-truth"]}'),
      { op: "changed", uuid: "u", name: "a", fields: ["labels.ground-truth"] },
    )
    assert.deepStrictEqual(differenceOf('{"op":"added","uuid":"u","name":"a"}').fields, [])
  })

  it("refuses the line of an error, instead of showing half of a list", () => {
    assert.throws(() => differenceOf('{"error":{"code":"internal"}}'), /ended before its last line/)
  })
})

describe("the name of the file of a release", () => {
  it("is safe in a shell", () => {
    assert.strictEqual(fileNameOf({ dataset: "street" }, "v1.0"), "street-v1.0.json")
    assert.strictEqual(fileNameOf({ dataset: "street" }, "a b;$(rm)"), "street-a_b_rm_.json")
  })
})
