/** The engine of all routes is opened once. A failed attempt is retried. */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, expect, it } from "vitest"
import { getEngine } from "../lib/engine.ts"

const before = process.env.LABELS_DB

afterEach(() => {
  if (before === undefined) delete process.env.LABELS_DB
  else process.env.LABELS_DB = before
})

it("opens at the next request after the database was unavailable", async () => {
  const folder = await mkdtemp(join(tmpdir(), "annotary-example-"))
  await writeFile(join(folder, "file"), "")
  process.env.LABELS_DB = join(folder, "file", "labels.db")
  await expect(getEngine()).rejects.toThrow()
  process.env.LABELS_DB = join(folder, "labels.db")
  const engine = await getEngine()
  expect(await getEngine()).toBe(engine)
  await engine.close()
  await rm(folder, { recursive: true })
})
