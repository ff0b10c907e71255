/** Runs the example as a user would, and an engine on its storage. */
import { execFile } from "node:child_process"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { createEngine } from "@annotary/core"
import { afterEach, beforeEach, expect, it } from "vitest"
import { journalStorage } from "../src/journalStorage.ts"

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "annotary-example-"))
})
afterEach(() => rm(folder, { recursive: true }))

it("labels a sample and finds it after a restart", async () => {
  const main = fileURLToPath(new URL("../dist/main.js", import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [main, join(folder, "labels")])
  const lines = ["0001.jpg UNLABELED", "0002.jpg LABELED", "release v1.0 SUCCEEDED: 2 samples"]
  expect(stdout.trim().split("\n")).toEqual(["created:", ...lines, "after a restart:", ...lines])
})

it("commits or rolls back a transaction of the engine as a whole", async () => {
  const names = async () => {
    await using engine = await createEngine({ storage: journalStorage({ folder }) })
    return (await engine.users.list()).map(({ username }) => username)
  }
  {
    await using engine = await createEngine({ storage: journalStorage({ folder }) })
    await engine.transaction(async (tx) => {
      await tx.users.create({ username: "ana" })
      await tx.as("ana").datasets.create({ name: "street", category: "other", taskType: "bboxes" })
    })
    const undone = engine.transaction(async (tx) => {
      await tx.users.create({ username: "bob" })
      throw new Error("undone")
    })
    await expect(undone).rejects.toThrow("undone")
  }
  expect(await names()).toEqual(["ana"])
})
