import { assert, describe, it } from "vitest"
import { parseYaml } from "../../src/files/yaml.ts"

describe("lists of YAML whose lines are not indented", () => {
  it("are read as PyYAML reads them, with quotes, comments and brackets in texts", () => {
    const text = [
      "names: ['driver''s [left', # not ] the end",
      '"a ] \\" b",',
      "it's, {x: [",
      "1]}]",
      "nc: 3 # [",
      "note: a [ b",
      "",
    ].join("\n")
    const map = parseYaml(text, "a.yaml")
    assert.deepStrictEqual(map.get("names"), [
      "driver's [left",
      'a ] " b',
      "it's",
      new Map([["x", ["1"]]]),
    ] as unknown as string)
    assert.strictEqual(map.get("nc"), "3")
    assert.strictEqual(map.get("note"), "a [ b")
  })

  it("take a time that grows with their length, and a bracket that is never closed is refused", () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `name${index},`)
    const start = performance.now()
    assert.lengthOf(parseYaml(`names: [\n${lines.join("\n")}\nlast]\n`, "a.yaml").get("names") ?? [], 20_001)
    assert.throws(() => parseYaml(`names: [\n${lines.join("\n")}\nnc: 3\n`, "a.yaml"), /a.yaml: is not YAML/)
    assert.isBelow(performance.now() - start, 15_000)
  })
})
