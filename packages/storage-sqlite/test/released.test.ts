/** A file that an earlier release wrote is migrated with its rows. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gunzipSync } from "node:zlib"
import { createEngine } from "@annotary/core"
import { assertDriveIsKept } from "@annotary/test-support/storage"
import { describe, it, onTestFinished } from "vitest"
import { sqlite } from "../src/index.ts"

describe("a SQLite file of an earlier release", () => {
  it.each(["0018"])("with schema %s is migrated and read", async (schema) => {
    const folder = mkdtempSync(join(tmpdir(), "annotary-released-"))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const filename = join(folder, "annotary.db")
    writeFileSync(filename, gunzipSync(readFileSync(new URL(`released/${schema}.db.gz`, import.meta.url))))
    await using engine = await createEngine({ storage: sqlite({ filename }), worker: false })
    await assertDriveIsKept(engine)
  })
})
