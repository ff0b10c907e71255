/** A file that an earlier release wrote is migrated with its rows. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { createEngine } from "@annotary/core"
import { assertDriveIsKept, assertRowsAreKept, type Tables } from "@annotary/test-support/storage"
import { assert, describe, it, onTestFinished } from "vitest"
import { openFile } from "../src/driver.ts"
import { sqlite } from "../src/index.ts"

/** All rows but those of the migrations. */
const tablesIn = (filename: string): Tables => {
  const database = openFile(filename, { readonly: true })
  const names = database
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'annotary_migrations'",
    )
    .pluck()
    .all()
  const rows = names.map((name) =>
    database.prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`).all(),
  )
  database.close()
  return Object.fromEntries(names.map((name, index) => [name, rows[index] ?? []]))
}

describe("a SQLite file of an earlier release", () => {
  it.each(["0018"])("with schema %s is migrated and read", async (schema) => {
    const folder = mkdtempSync(join(tmpdir(), "annotary-released-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const filename = join(folder, "annotary.db")
    writeFileSync(filename, gunzipSync(readFileSync(new URL(`released/${schema}.db.gz`, import.meta.url))))
    const before = tablesIn(filename)
    await using engine = await createEngine({ storage: sqlite({ filename }), worker: false })
    assertRowsAreKept(before, tablesIn(filename))
    await assertDriveIsKept(engine)
  })
})

describe("the comparison of rows", () => {
  const before: Tables = { labels: [{ id: 1, status: "LABELED" }], users: [] }
  const row = { id: 1, status: "LABELED", added: null }

  it("accepts new tables and columns, and changes on purpose", () => {
    assertRowsAreKept(before, { labels: [row], users: [], newer: [{ id: 1 }] })
    assertRowsAreKept(before, { labels: [{ ...row, status: "SKIPPED" }] }, ["labels.status"])
    assertRowsAreKept(before, {}, ["labels"])
  })

  it.each<[string, Tables]>([
    ["changed", { labels: [{ ...row, status: "SKIPPED" }] }],
    ["lost", { labels: [] }],
    ["doubled", { labels: [row, row] }],
  ])("sees a row that was %s", (_, after) => {
    assert.throws(() => assertRowsAreKept(before, after), /changed rows of labels/)
  })
})
