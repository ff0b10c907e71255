/**
 * A vacuum says whether deleted rows may be left in the files of a database. All of it opens the file by one driver: the locks of two copies of SQLite
 * in one process do not see each other.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { SqlClient } from "@effect/sql/SqlClient"
import { Effect } from "effect"
import { afterAll, assert, describe, it } from "vitest"
import { sqliteClient } from "../src/effect.ts"
import { compactFile } from "../src/vacuum.ts"
import { Driver } from "./Driver.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-vacuum-"))
afterAll(() => rmSync(folder, { recursive: true }))

const secret = "grace hopper was here"

const vacuumed = (filename: string, between: () => void) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    yield* sql`CREATE TABLE notes (text TEXT)`
    yield* sql`INSERT INTO notes VALUES (${secret})`
    between()
    yield* sql`DELETE FROM notes`
    return yield* compactFile(sql, 200)
  }).pipe(Effect.provide(sqliteClient({ filename })), Effect.runPromise)

const contents = (filename: string) =>
  ["", "-wal"].map((end) => readFileSync(`${filename}${end}`, "latin1")).join("")

describe("a vacuum", () => {
  it("leaves nothing of deleted rows", async () => {
    const filename = join(folder, "free.db")
    let left = "?"
    const result = await vacuumed(filename, () => {})
    left = readFileSync(filename, "latin1")
    assert.strictEqual(result, true)
    assert.notInclude(left, secret)
  })

  it("says that they may be left while somebody reads the old state", async () => {
    const filename = join(folder, "read.db")
    const reader = { database: undefined as InstanceType<typeof Driver> | undefined }
    const result = await vacuumed(filename, () => {
      reader.database = new Driver(filename)
      reader.database.exec("BEGIN")
      assert.deepStrictEqual(reader.database.prepare("SELECT text FROM notes").all(), [{ text: secret }])
    })
    assert.strictEqual(result, false)
    assert.include(contents(filename), secret)
    reader.database?.close()
  })
})
