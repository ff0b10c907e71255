/** Runs the storage contract. The adapter is complete when it passes. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { storageContract } from "@annotary/storage-contract"
import { Effect, Layer } from "effect"
import { journalStorage } from "../src/journalStorage.ts"

/** Each test has a separate folder, which is removed after it. */
const inNewFolder = () =>
  Layer.unwrapScoped(
    Effect.map(
      Effect.acquireRelease(
        Effect.promise(() => mkdtemp(join(tmpdir(), "annotary-journal-"))),
        (folder) => Effect.promise(() => rm(folder, { recursive: true })),
      ),
      (folder) => journalStorage({ folder }),
    ),
  )

storageContract("a journal on disk", inNewFolder)
