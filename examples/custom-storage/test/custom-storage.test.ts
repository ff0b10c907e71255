/** The wrapped port passes its contract, the engine meets faults of its storage, and the program does what its README says. */
import { execFile } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { createEngine } from "@annotary/core"
import { BlobStore, LabelStore } from "@annotary/core/effect"
import { layerMemory, memory } from "@annotary/core/memory"
import { suites } from "@annotary/storage-contract"
import { folder as filesIn } from "@annotary/storage-sqlite/effect"
import { afterEach, assert, beforeEach, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Layer, Stream } from "effect"
import { encryptFiles } from "../src/encryptFiles.ts"
import { createStreet, label, summarize } from "../src/label.ts"
import { withFaults } from "../src/withFaults.ts"

let path: string
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), "annotary-custom-storage-"))
})
afterEach(() => rmSync(path, { recursive: true }))

const secret = new Uint8Array(32).fill(7)

describe("files that are encrypted", () => {
  const fresh = () => Layer.merge(layerMemory, encryptFiles(filesIn(path), secret))
  const tests = suites
    .filter(({ port }) => port === "BlobStore")
    .flatMap((suite) => Object.entries(suite.tests))

  it("are held against the contract of the port", () => {
    assert.isAbove(tests.length, 5)
  })

  for (const [sentence, test] of tests)
    it.scopedLive(sentence, () => Effect.suspend(() => Effect.provide(test, fresh())))

  const text = "a secret ".repeat(20_000)
  const write = Effect.flatMap(BlobStore, (files) => files.put("a/b", Stream.make(Buffer.from(text))))
  const read = (key: string) =>
    Effect.flatMap(BlobStore, (files) => Stream.runCollect(files.get(key))).pipe(
      Effect.map((parts) => Buffer.concat([...parts]).toString()),
    )
  const run = <A>(effect: Effect.Effect<A, never, BlobStore>, by = secret) =>
    Effect.runPromiseExit(Effect.provide(effect, encryptFiles(filesIn(path), by)))
  const stored = () => join(path, "a", "b")
  const reason = (exit: Exit.Exit<unknown>) =>
    Exit.isFailure(exit) ? Cause.pretty(exit.cause) : "no failure"

  it("show nothing of their text on the disk", async () => {
    assert.deepStrictEqual(await run(write), Exit.succeed(text.length))
    assert.notInclude(readFileSync(stored()).toString("latin1"), "secret")
    assert.deepStrictEqual(await run(read("a/b")), Exit.succeed(text))
  })

  it.each([
    ["changed", (bytes: Buffer) => bytes.fill(0, 100, 101)],
    ["cut after a piece", (bytes: Buffer) => bytes.subarray(0, 64 * 1024 + 28)],
    [
      "put in another order",
      (bytes: Buffer) => {
        const length = 64 * 1024 + 28
        return Buffer.concat([
          bytes.subarray(length, 2 * length),
          bytes.subarray(0, length),
          bytes.subarray(2 * length),
        ])
      },
    ],
  ])("are refused when they were %s", async (_, change) => {
    await run(write)
    writeFileSync(stored(), change(readFileSync(stored())))
    assert.match(reason(await run(read("a/b"))), /Piece \d of a\/b was changed/)
  })

  it("are refused with another key", async () => {
    await run(write)
    assert.match(reason(await run(read("a/b"), new Uint8Array(32))), /encrypted with another key/)
  })
})

describe("faults of a port", () => {
  it("reach the caller, and leave nothing half done", async () => {
    let isDown = false
    const calls: Array<string> = []
    const storage = withFaults(memory(), LabelStore, (method) => {
      calls.push(method)
      return isDown && method === "write"
    })
    await using engine = await createEngine({ storage, worker: false })
    await createStreet(engine)
    isDown = true
    const error = await label(engine).catch((thrown: unknown) => thrown)
    assert.match(String(error), /LabelStore\.write: This fault is a test/)
    assert.include(calls, "write")
    assert.deepStrictEqual(await summarize(engine), ["0001.jpg UNLABELED"])
    isDown = false
    await label(engine)
    assert.deepStrictEqual(await summarize(engine), ["0001.jpg LABELED"])
  })
})

it("does what its README says", async () => {
  const main = fileURLToPath(new URL("../dist/main.js", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [main, path])
  const [, output = assert.fail("The README shows no output.")] =
    /```\n(attempt[\s\S]*?)```/.exec(readFileSync(new URL("../README.md", import.meta.url), "utf8")) ?? []
  assert.strictEqual(stdout, output)
  const files = readdirSync(path, { recursive: true, encoding: "utf8" }).map((name) => join(path, name))
  const contents = files.filter((file) => statSync(file).isFile()).map((file) => readFileSync(file, "latin1"))
  assert.isNotEmpty(contents)
  for (const content of contents) assert.notInclude(content, "0001.jpg")
})
