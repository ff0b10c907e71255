import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "@annotary/core"
import { BlobStore, StorageFailure } from "@annotary/core/effect"
import { sqlite } from "@annotary/storage-sqlite"
import { runQuickCheck } from "@annotary/storage-sqlite/effect"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { Cause, Effect, Exit, Option, Stream } from "effect"

let folder: string
let filename: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "annotary-files-"))
  filename = join(folder, "new", "annotary.db")
  const engine = await createEngine({ storage: sqlite({ filename }), worker: false })
  await engine.users.create({ username: "ada" })
  const blob = Effect.flatMap(BlobStore, (blobs) => blobs.put("a/b", Stream.make(new Uint8Array(3))))
  await engine.runtime.runPromise(blob)
  await engine.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const mode = (...path: ReadonlyArray<string>): string =>
  (statSync(join(folder, ...path)).mode & 0o777).toString(8)

describe("the files of a SQLite storage", () => {
  it("are their owner's alone, and so are the folders that are made for them", () => {
    assert.strictEqual(mode("new"), "700")
    assert.strictEqual(mode("new", "annotary.db.files"), "700")
    assert.strictEqual(mode("new", "annotary.db.files", "a"), "700")
    assert.strictEqual(mode("new", "annotary.db.files", "a", "b"), "600")
    for (const name of readdirSync(join(folder, "new")))
      if (!name.endsWith(".files")) assert.strictEqual(mode("new", name), "600", name)
  })

  it("pass the quick check when they are whole, and are left as they are", async () => {
    const before = readFileSync(filename)
    assert.deepStrictEqual(await Effect.runPromise(runQuickCheck(filename)), [])
    assert.isTrue(before.equals(readFileSync(filename)))
  })

  it("do not pass the quick check when they are damaged, or are no database", async () => {
    const damaged = join(folder, "damaged.db")
    writeFileSync(damaged, readFileSync(filename).fill(0x5a, 4096 * 20, 4096 * 40))
    const found = await Effect.runPromiseExit(runQuickCheck(damaged))
    assert.isTrue(Exit.isFailure(found) || found.value.length > 0)
    writeFileSync(damaged, "no database ".repeat(1000))
    const exit = await Effect.runPromiseExit(runQuickCheck(damaged))
    const failure = Exit.isFailure(exit) ? Option.getOrNull(Cause.dieOption(exit.cause)) : null
    if (!(failure instanceof StorageFailure)) return assert.fail(String(exit))
    assert.strictEqual(failure.operation, "quickCheck")
  })
})
