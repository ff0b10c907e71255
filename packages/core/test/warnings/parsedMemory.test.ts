import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { canExceedMemory, estimateParsedMemory } from "../../src/warnings/parsedMemory.ts"

const megabyte = 1024 * 1024

/** Texts that take the most memory for their length, of about two megabytes. */
const greedy: { readonly [name: string]: string } = {
  "empty arrays": `[${"[],".repeat(700_000)}0]`,
  "empty objects": `[${"{},".repeat(700_000)}0]`,
  "arrays in arrays": `[${`${"[".repeat(100)}${"]".repeat(100)},`.repeat(10_000)}0]`,
  "a new key in each object": `[${numbered(200_000, (n) => `{"${n.toString(36)}x":1}`)}]`,
  "a new key in each object, with an object": `[${numbered(200_000, (n) => `{"${n.toString(36)}x":{}}`)}]`,
  "an index as the key": `[${'{"9":1},'.repeat(260_000)}0]`,
  "one object of many keys": `{${numbered(230_000, (n) => `"k${n}":1`)}}`,
  numbers: `[${"1.5,".repeat(500_000)}0]`,
  "short strings": `[${numbered(250_000, (n) => `"${n.toString(36)}y"`)}]`,
  "characters of two bytes": `[${numbered(150_000, (n) => `"\u8eca${n}"`)}]`,
  points: `[${"[1.25,2.5],".repeat(180_000)}0]`,
}

function numbered(count: number, item: (n: number) => string): string {
  return Array.from({ length: count }, (_, n) => item(n)).join()
}

/** Prints what the heap of a new process holds once it has parsed its input, the text included. */
const program = `
let text = ""
process.stdin.setEncoding("utf8")
process.stdin.on("data", (part) => (text += part))
process.stdin.on("end", () => {
  text = Buffer.from(text).toString()
  globalThis.gc()
  const before = process.memoryUsage().heapUsed
  const value = JSON.parse(text)
  globalThis.gc()
  console.log(process.memoryUsage().heapUsed - before, typeof value)
})`

const measured = async (text: string): Promise<number> => {
  const run = promisify(execFile)(process.execPath, ["--expose-gc", "-e", program])
  run.child.stdin?.end(text)
  return Number((await run).stdout.split(" ")[0])
}

describe("the memory of a parsed text", () => {
  for (const [name, text] of Object.entries(greedy))
    it(`is at most the bound: ${name}`, async () => {
      const bytes = await measured(text)
      // The text itself was in the heap before.
      assert.isBelow(bytes, estimateParsedMemory(text) - text.length)
    })

  it("is measured where a text is long enough to exceed a limit", () => {
    for (const text of Object.values(greedy)) {
      const bytes = estimateParsedMemory(text)
      assert.isTrue(canExceedMemory(text, bytes - 1))
      assert.isFalse(canExceedMemory(text, bytes))
    }
  })

  it("is not overestimated so far that large polygons are refused", () => {
    const polygon = Array.from({ length: 1_000_000 }, (_, n) => `[${n}.123456,${n}.654321]`).join()
    const text = `{"annotations":[{"id":1,"category_id":1,"type":"polygon","points":[${polygon}]}]}`
    assert.isBelow(estimateParsedMemory(text) / text.length, 7)
    assert.isBelow(estimateParsedMemory(text), 256 * megabyte)
  })

  it("counts no brackets inside strings, with escaped quotes too", () => {
    const inside = JSON.stringify(`${'[{,:"\\'.repeat(1_000)}`)
    assert.isBelow(estimateParsedMemory(`[${inside}]`), 4 * inside.length + 200)
    assert.isAbove(estimateParsedMemory(`["\\\\",${"[],".repeat(1_000)}0]`), 64_000)
  })
})
