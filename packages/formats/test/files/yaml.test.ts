import { assert, describe, it } from "vitest"
import { defaultLimits } from "../../src/files/limits.ts"
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

describe("the nesting of YAML", () => {
  const limits = { ...defaultLimits, depth: 4, values: 20 }
  const read = (text: string) => parseYaml(text, "a.yaml", limits)

  it("is read up to the limit, in lists, mappings, and both in one line", () => {
    for (const text of [
      "a: [[[b]]]\n",
      "a: {b: {c: {d: e}}}\n",
      "a:\n  b:\n    c:\n      d: e\n",
      "a:\n- - - b\n",
      "a: 'x: [[[[[['\nb: \"{{{{{{\"\nc: |\n  [[[[[[\n",
    ])
      assert.isAbove(read(text).size, 0, text)
  })

  it("is refused beyond it with the number and the limit, however deep it is", () => {
    for (const text of [
      "a: [[[[b]]]]\n",
      "a: {b: {c: {d: {e: f}}}}\n",
      "a:\n  b:\n    c:\n      d:\n        e: f\n",
      "a:\n- - - - b\n",
      `a: ${"[".repeat(50_000)}${"]".repeat(50_000)}\n`,
      `a: ${"{b: ".repeat(50_000)}c${"}".repeat(50_000)}\n`,
      `a: ${"[".repeat(50_000)}\n`,
      Array.from({ length: 500 }, (_, level) => `${" ".repeat(level)}a:\n`).join(""),
    ])
      assert.throws(
        () => read(text),
        /nesting of its lists and mappings is \d+, above the limit of 4 levels/,
        text,
      )
  })

  it("is counted apart from the number of values, which has a limit, too", () => {
    assert.strictEqual(read(`a: [${"b, ".repeat(19)}]\n`).size, 1)
    assert.throws(
      () => read(`a: [${"b, ".repeat(20)}]\n`),
      /number of its values is 21, above the limit of 20 values/,
    )
    assert.throws(() => read(`a: [${"'b', ".repeat(20)}]\n`), /number of its values is 21/)
  })

  it("is not built behind an error, which is refused with its place at once", () => {
    const start = performance.now()
    for (const text of [
      `a: }\nb: ${"[".repeat(50_000)}\n`,
      `a: 1\n]\nb: ${"{b: ".repeat(50_000)}\n`,
      `]\n${"- ".repeat(50_000)}\n`,
    ])
      assert.throws(
        () => read(text),
        /a.yaml: is not YAML: Unexpected flow-\w+-end .* at line [12], column \d/,
      )
    assert.isBelow(performance.now() - start, 1000)
  })

  it("is apart from items without a value and empty lists, which are values", () => {
    assert.strictEqual(read(`a:\n${"- \n".repeat(19)}`).size, 1)
    for (const items of [
      `a:\n${"- \n".repeat(30)}`,
      `a: [${",".repeat(30)}]\n`,
      `a: [${"[], ".repeat(30)}]\n`,
      `a: [${"{}, ".repeat(30)}]\n`,
      `a: &b c\nd: [${"*b, ".repeat(30)}]\n`,
    ])
      assert.throws(() => read(items), /number of its values is 21/, items)
  })

  it("is not made by aliases that stand for many values", () => {
    const names = "abcdefgh".split("")
    const text = names.map((name, index) => {
      const before = names[index - 1]
      return `${name}: &${name} [${before === undefined ? "x" : Array(9).fill(`*${before}`).join(", ")}]\n`
    })
    assert.throws(
      () => parseYaml(text.join(""), "a.yaml"),
      "a.yaml: has aliases that stand for too many values.",
    )
  })
})
