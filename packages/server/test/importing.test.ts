import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Either } from "effect"
import { linesOf } from "../src/importing/lines.ts"
import { makeProgress } from "../src/importing/Progress.ts"
import { readSample } from "../src/importing/record.ts"
import { findSources } from "../src/importing/sources.ts"

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "annotary-import-"))
  mkdirSync(join(folder, "a"))
  writeFileSync(join(folder, "a", "sample.json"), `{"name":"a","attributes":{}}`)
  writeFileSync(join(folder, "a", "label.json"), "{}")
  mkdirSync(join(folder, "b"))
  writeFileSync(join(folder, "b", "one.json"), "{}")
  writeFileSync(join(folder, "b", "two.json"), "{}")
  writeFileSync(join(folder, "b", ".hidden.json"), "{}")
  writeFileSync(join(folder, "configuration.json"), "{}")
  writeFileSync(join(folder, "lines.ndjson"), "{}\n")
})
afterAll(() => rmSync(folder, { recursive: true }))

const sample = (text: string, name?: string) => readSample(Buffer.from(text), name)

describe("what an import finds", () => {
  it("is one sample for a folder with sample.json, its label beside it", () => {
    const { configuration, size, sources } = findSources(join(folder, "a"))
    assert.strictEqual(configuration, undefined)
    assert.strictEqual(size, 30)
    assert.deepStrictEqual(sources, [
      {
        _tag: "Sample",
        path: join(folder, "a", "sample.json"),
        name: "a",
        label: join(folder, "a", "label.json"),
        size: 30,
      },
    ])
  })

  it("is every sample below another folder, in the order of the names", () => {
    const { configuration, sources } = findSources(folder)
    assert.deepStrictEqual(
      sources.map(({ path }) => path.slice(folder.length + 1)),
      ["lines.ndjson", "a/sample.json", "b/one.json", "b/two.json"],
    )
    assert.strictEqual(configuration, join(folder, "configuration.json"))
  })
})

describe("a line of an import", () => {
  it("keeps the text of attributes and metadata, digits and key order and all", () => {
    const read = Either.getOrThrow(
      sample(`{ "name": "n\\u0041", "priority": 2.5, "attributes": { "t": 1700000000123456789, "a": 1.50 }, "metadata":{"z":1,"a":[1 , 2]},
        "label": {"label_status":"LABELED","attributes":{"id": 9007199254740993}, "score": 0.5} }`),
    )
    assert.strictEqual(read.name, "nA")
    assert.strictEqual(read.priority, 2.5)
    assert.strictEqual(read.attributes, `{"t":1700000000123456789,"a":1.50}`)
    assert.strictEqual(read.metadata, `{"z":1,"a":[1,2]}`)
    assert.deepStrictEqual(read.label, {
      labelset: undefined,
      status: "LABELED",
      attributes: `{"id":9007199254740993}` as never,
      score: 0.5,
    })
  })

  it("lists everything that is wrong with it, by JSON Pointer", () => {
    const violations = Either.getOrThrow(
      Either.flip(sample(`{"attributes":[1],"priority":"high","label":{"label_status":5,"attributes":3}}`)),
    )
    assert.sameMembers(
      violations.map(({ pointer }) => pointer),
      ["/name", "/attributes", "/priority", "/label/label_status", "/label/attributes"],
    )
  })

  it("says where malformed JSON breaks", () => {
    const [violation] = Either.getOrThrow(Either.flip(sample(`{"name":\n NaN}`)))
    assert.match(violation?.message ?? "", /^line 2, column 2: /)
  })

  it("takes the name of its file when it has none", () => {
    assert.strictEqual(Either.getOrThrow(sample(`{"attributes":null}`, "file")).name, "file")
  })
})

describe("the lines of a file", () => {
  it("are counted from 1, also when empty, with or without an end", async () => {
    const path = join(folder, "some.txt")
    writeFileSync(path, `{"a":1}\n\n  \r\n{"b":"é"}`)
    const lines: Array<readonly [number, string]> = []
    for await (const { bytes, number } of linesOf(path))
      lines.push([number, Buffer.from(bytes ?? []).toString()])
    assert.deepStrictEqual(lines, [
      [1, `{"a":1}`],
      [4, `{"b":"é"}`],
    ])
  })

  it("come whole across the chunks of a large file", async () => {
    const path = join(folder, "large.txt")
    const line = `"${"x".repeat(700_000)}"`
    writeFileSync(path, `${line}\n`.repeat(5))
    const lengths: Array<number> = []
    for await (const { bytes } of linesOf(path)) lengths.push(bytes?.length ?? 0)
    assert.deepStrictEqual(
      lengths,
      Array.from({ length: 5 }, () => line.length),
    )
  })
})

describe("the progress of an import", () => {
  it("is a bar on a terminal and plain lines elsewhere", () => {
    const shown = (isTTY: boolean) => {
      let text = ""
      let time = 0
      const progress = makeProgress(1000, { isTTY, write: (more) => (text += more) }, () => time)
      time = 1000
      progress.advance(500, 3)
      progress.say("line 4: /name is missing")
      time = 2000
      progress.advance(500, 4)
      progress.end()
      return text
    }
    assert.include(shown(true), `\r[${"█".repeat(15)}${"░".repeat(15)}]  50 %  3 samples`)
    assert.notInclude(shown(false), "\r")
    assert.match(shown(false), /line 4: .*\n100 % {2}7 samples, 0.0 MB\/s\n$/)
  })
})
