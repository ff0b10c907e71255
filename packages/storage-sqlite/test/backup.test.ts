/** A copy of a database shows one point in time, whatever is written while it is made. */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { copyDatabase, runIntegrityCheck } from "../src/effect.ts"
import { Driver } from "./Driver.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-copy-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe("a copy of a database", () => {
  it("has what was committed before it began, whole, and nothing later", async () => {
    const [source, target] = [join(folder, "source.db"), join(folder, "target.db")]
    const writer = new Driver(source)
    writer.pragma("journal_mode = WAL")
    writer.exec(`CREATE TABLE annotary_migrations (migration_id INTEGER); INSERT INTO annotary_migrations VALUES (7);
      CREATE TABLE a (text TEXT); CREATE TABLE b (text TEXT)`)
    const both = (text: string) =>
      writer.transaction(() => {
        writer.prepare("INSERT INTO a VALUES (?)").run(text)
        writer.prepare("INSERT INTO b VALUES (?)").run(text)
      })()
    // More pages than are copied in one turn.
    for (let row = 0; row < 6000; row++) both("x".repeat(2000))
    let later = 0
    const timer = setInterval(() => {
      later += 1
      both("later")
    }, 1)
    const copy = await Effect.runPromise(copyDatabase(source, target))
    clearInterval(timer)
    assert.isAbove(later, 0)
    assert.deepStrictEqual(copy, { schema: 7, fileKeys: [], bytes: statSync(target).size })
    assert.strictEqual(statSync(target).mode & 0o777, 0o600)

    const read = new Driver(target, { readonly: true })
    const counts = read.prepare("SELECT (SELECT COUNT(*) FROM a) AS a, (SELECT COUNT(*) FROM b) AS b").get()
    read.close()
    writer.close()
    assert.deepStrictEqual(counts, { a: 6000, b: 6000 })
    assert.deepStrictEqual(await Effect.runPromise(runIntegrityCheck(target)), [])
    assert.deepStrictEqual(
      readdirSync(folder).filter((name) => name.startsWith("target")),
      ["target.db"],
    )
  })

  it("is not written over a file, and stops when it is interrupted", async () => {
    const [source, target] = [join(folder, "source.db"), join(folder, "target.db")]
    const again = await Effect.runPromiseExit(copyDatabase(source, target))
    assert.include(String(again), "EEXIST")
    const other = join(folder, "interrupted.db")
    const fiber = Effect.runFork(copyDatabase(source, other))
    await new Promise((resolve) => setTimeout(resolve, 2))
    fiber.unsafeInterruptAsFork(fiber.id())
    await new Promise((resolve) => setTimeout(resolve, 200))
    assert.isBelow(statSync(other).size, statSync(source).size)
  })
})
