/** What the start left on the heap goes back to the system. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { assert, describe, it } from "@effect/vitest"
import { build } from "esbuild"

const run = promisify(execFile)

/** Runs with a heap of its own: tests of the same process would grow and collect that of this file. */
const program = `
import { getHeapSpaceStatistics } from "node:v8"
import { shrinkHeap } from "./shrinkHeap.ts"

const measureOldSpace = () => {
  const { space_size, space_used_size } = getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")
  return { size: space_size, used: space_used_size }
}
const objects = Array.from({ length: 400_000 }, (_, index) => ({ index, name: "object " + index }))
const remaining = objects.filter(({ index }) => index % 20 === 0)
objects.length = 0
const before = measureOldSpace()
shrinkHeap()
const after = measureOldSpace()
console.log(JSON.stringify({ before, after, remaining: remaining.length, isExposed: "gc" in globalThis }))
`

const runProgram = async () => {
  const { outputFiles } = await build({
    stdin: {
      contents: program,
      resolveDir: fileURLToPath(new URL("../src/serve", import.meta.url)),
      loader: "ts",
    },
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
  })
  const text = outputFiles[0]?.text ?? ""
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", text])
  return JSON.parse(stdout)
}

describe("shrinkHeap", () => {
  it("gives the pages of objects back that lie between others, and exposes nothing", async () => {
    const { after, before, isExposed, remaining } = await runProgram()
    assert.isBelow(after.size, before.size - 10_000_000)
    assert.isBelow(after.size, after.used * 1.3)
    assert.strictEqual(remaining, 20_000)
    assert.isFalse(isExposed)
  })
})
