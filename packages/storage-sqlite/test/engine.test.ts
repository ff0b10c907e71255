/** An engine on a SQLite file: what it was doing when it was closed, another one ends. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine, type Engine, toJsonText } from "@annotary/core"
import { afterEach, assert, beforeEach, describe, it } from "vitest"
import { sqlite } from "../src/index.ts"
import { Driver } from "./Driver.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "annotary-engine-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const cats = { name: "cats", category: "other", taskType: "vector" } as const
const annCats = { _tag: "Name", owner: "ann", name: "cats" } as const

const started = (worker: boolean) =>
  createEngine({ storage: sqlite({ filename: join(folder, "annotary.db") }), worker })

const stocked = async (samples: number) => {
  const engine = await started(false)
  await engine.users.create({ username: "ann" })
  await engine.datasets.create({ ...cats, owner: "ann" })
  const attributes = toJsonText({ text: "x".repeat(2000) })
  for (let start = 0; start < samples; start += 10_000) {
    const names = Array.from({ length: Math.min(10_000, samples - start) }, (_, i) => `${start + i}`)
    await engine.samples.createMany(
      annCats,
      names.map((name) => ({ name, attributes })),
    )
  }
  return engine
}

const until = async (done: () => Promise<boolean>) => {
  for (let left = 200; left > 0; left--) {
    if (await done()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail("It did not come to its end.")
}

const releaseOf = (engine: Engine) => engine.releases.get(annCats, "v1")

describe("an engine on a SQLite file", () => {
  it("that is closed while it builds a release releases the job, and the next one builds it", async () => {
    const first = await stocked(20_000)
    await first.releases.create(annCats, { name: "v1" })
    await first.close()
    const second = await started(true)
    await new Promise((resolve) => setTimeout(resolve, 150))
    await second.close()
    const third = await started(true)
    await until(async () => (await releaseOf(third)).status !== "PENDING")
    const release = await releaseOf(third)
    assert.strictEqual(release.status, "SUCCEEDED")
    assert.strictEqual(release.samplesCount, 20_000)
    await third.close()
    const files = readdirSync(join(folder, "annotary.db.files", "releases", release.id))
    assert.deepStrictEqual(files, [release.fileKey?.split("/").at(-1)])
    assert.deepStrictEqual(readdirSync(join(folder, "annotary.db.files", ".unfinished")), [])
  })

  it("forgets a dataset that was deleted while its release was PENDING, to the last row", async () => {
    const engine = await stocked(5000)
    await engine.releases.create(annCats, { name: "v1" })
    await engine.datasets.remove(annCats)
    await engine.datasets.create({ ...cats, owner: "ann" })
    await engine.close()
    const next = await started(true)
    const file = new Driver(join(folder, "annotary.db"), { readonly: true })
    const left = file.prepare("SELECT (SELECT count(*) FROM samples) + (SELECT count(*) FROM releases) AS n")
    await until(async () => Object(left.get()).n === 0)
    file.close()
    assert.strictEqual((await next.datasets.get(annCats)).record.counts.samples, 0)
    await next.close()
  })
})
