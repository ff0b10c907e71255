import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { defineOverlapEventsSuite } from "@annotary/test-support/storage"
import { Effect, Layer } from "effect"
import { describe } from "vitest"
import { layer } from "../src/effect.ts"

const file = Layer.unwrapScoped(
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => mkdtempSync(join(tmpdir(), "annotary-overlap-"))),
      (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
    ),
    (folder) => layer({ filename: join(folder, "annotary.db") }),
  ),
)

describe("SQLite", () => defineOverlapEventsSuite(file))
