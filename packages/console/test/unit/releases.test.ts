import { assert, describe, it } from "vitest"
import { parseDifference } from "../../src/pages/releases/differences.ts"
import { formatFileName } from "../../src/pages/releases/fileName.ts"

describe("the comparison of releases", () => {
  it("reads its lines", () => {
    assert.deepStrictEqual(
      parseDifference('{"op":"changed","uuid":"u","name":"a","fields":["labels.ground-truth"]}'),
      { op: "changed", uuid: "u", name: "a", fields: ["labels.ground-truth"] },
    )
    assert.deepStrictEqual(parseDifference('{"op":"added","uuid":"u","name":"a"}').fields, [])
  })

  it("refuses the line of an error, instead of showing half of a list", () => {
    assert.throws(() => parseDifference('{"error":{"code":"internal"}}'), /ended before its last line/)
  })
})

describe("the name of the file of a release", () => {
  it("is safe in a shell", () => {
    assert.strictEqual(formatFileName({ dataset: "street" }, "v1.0"), "street-v1.0.json")
    assert.strictEqual(formatFileName({ dataset: "street" }, "a b;$(rm)"), "street-a_b_rm_.json")
  })
})
