/** SQLite keeps the whole contract on a file; in memory: contractInMemory.long.test.ts. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { storageContract } from "@annotary/storage-contract"
import { Effect, Layer } from "effect"
import { layer } from "../src/effect.ts"

const onFile = () =>
  Layer.unwrapScoped(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-contract-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
    ).pipe(Effect.map((folder) => layer({ filename: join(folder, "annotary.db") }))),
  )

storageContract("SQLite on a file", onFile)
