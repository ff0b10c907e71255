/** The next version migrates a file while servers of this version, which stay the earlier ones, read and write. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "@annotary/core"
import {
  type Migrations,
  makeIndexMigration,
  makeMigration,
  migrate,
  migrations,
} from "@annotary/storage-sql"
import { Effect } from "effect"
import { assert, describe, it, onTestFinished } from "vitest"
import { sqlite } from "../src/index.ts"
import { openDatabase } from "./openDatabase.ts"

const next: Migrations = {
  ...migrations,
  "9001_columns": makeMigration(() => ["ALTER TABLE labels ADD COLUMN added INTEGER DEFAULT 7"]),
  "9002_index": makeIndexMigration([{ name: "labels_later", on: "labels (updated_at)" }]),
  "9003_table": makeMigration(({ text }) => [`CREATE TABLE newer (id ${text} NOT NULL PRIMARY KEY)`]),
}

const drive = { _tag: "Name", owner: "ann", name: "drive" } as const
const image = { image: { url: "https://example.com/a.png" } }

describe("an upgrade on SQLite", () => {
  it("lets servers of the earlier version read and write, while and after it migrates", async () => {
    const folder = mkdtempSync(join(tmpdir(), "annotary-online-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const filename = join(folder, "annotary.db")
    await using engine = await createEngine({ storage: sqlite({ filename }), worker: false })
    await engine.users.create({ username: "ann" })
    await engine.datasets.create({ owner: "ann", name: "drive", category: "other", taskType: "bboxes" })
    const work = async (n: number) => {
      const made = await engine.samples.create(drive, { name: `sample ${n}`, attributes: image })
      const { id } = made.sample
      await engine.labels.put(id, "ground-truth", { status: "LABELED", attributes: { annotations: [] } })
      return (await engine.labels.get(id, "ground-truth")).label.status
    }
    let migrated = false
    const upgrade = Effect.runPromise(migrate(next).pipe(Effect.provide(openDatabase({ filename })))).then(
      () => {
        migrated = true
      },
    )
    for (let n = 0; !migrated; n++) {
      assert.strictEqual(await work(n), "LABELED")
      // As between two requests: the upgrade is in this process too.
      await new Promise((turn) => setTimeout(turn, 5))
    }
    await upgrade
    assert.strictEqual(await work(-1), "LABELED")
    await Effect.runPromise(migrate(next).pipe(Effect.provide(openDatabase({ filename }))))
  })
})
