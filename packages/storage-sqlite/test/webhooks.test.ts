/** SQLite keeps the contract of the webhooks, on a file and in memory. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { webhookContract } from "@annotary/storage-contract"
import { Effect, Layer } from "effect"
import { layer } from "../src/effect.ts"

const onFile = () =>
  Layer.unwrapScoped(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-webhooks-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
    ).pipe(Effect.map((folder) => layer({ filename: join(folder, "annotary.db") }))),
  )

webhookContract("SQLite on a file", onFile)
webhookContract("SQLite in memory", () => layer({ filename: ":memory:" }))
