import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineLabelIndexSuite } from "@annotary/test-support/storage"
import { SqlClient } from "@effect/sql"
import { Effect, Layer } from "effect"
import { describe } from "vitest"
import { layer, sqliteClient } from "../src/effect.ts"

/** A new storage, and a separate client on its file. */
const storage = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-index-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
    ),
    (folder) => {
      const filename = join(folder, "annotary.db")
      return Layer.provideMerge(sqliteClient({ filename }), layer({ filename }))
    },
  ),
)

const run = (text: string) => Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql.unsafe(text)))

describe("labels without counts of objects on SQLite", () => defineLabelIndexSuite(storage, run))
