import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineGoldQueueSuite } from "@annotary/test-support/storage"
import { Effect, Layer } from "effect"
import { describe } from "vitest"
import { layer } from "../src/effect.ts"

const file = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-gold-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
    ),
    (folder) => layer({ filename: join(folder, "annotary.db") }),
  ),
)

describe("SQLite", () => defineGoldQueueSuite(file))
