/** Memory of `annotary archive` and `annotary restore`: that of ten times as many samples is the same. */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createEngine } from "@annotary/core"
import { LabelStore, SampleStore } from "@annotary/core/effect"
import { aWorld, makeLabel, makeSample, oddJson } from "@annotary/storage-contract"
import { sqlite } from "@annotary/storage-sqlite"
import { Effect } from "effect"
import { afterAll, assert, beforeAll, it } from "vitest"
import { ensureBuilt } from "./support/childServer.ts"

const folder = mkdtempSync(join(tmpdir(), "annotary-memory-"))
beforeAll(ensureBuilt, 120_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const environment = (name: string) => ({
  ANNOTARY_DATABASE_URL: `sqlite:${join(folder, `${name}.db`)}`,
  ANNOTARY_DATA_DIR: join(folder, `${name}-data`),
})

/** A dataset with a label on every sample. */
const fill = async (name: string, samples: number): Promise<void> => {
  await using engine = await createEngine({
    storage: sqlite({ filename: join(folder, `${name}.db`), blobs: join(folder, `${name}-data`, "files") }),
    worker: false,
  })
  await engine.runtime.runPromise(
    Effect.gen(function* () {
      const [store, labels] = yield* Effect.all([SampleStore, LabelStore])
      const { dataset, truth } = yield* aWorld
      for (let at = 0; at < samples; at += 1000) {
        const some = yield* Effect.forEach(Array.from({ length: 1000 }), (_, i) =>
          makeSample(dataset, `sample ${at + i}`, { attributes: oddJson, metadata: oddJson }),
        )
        yield* store.insert(some)
        const made = yield* Effect.forEach(some, (sample) =>
          makeLabel(sample, truth, { attributes: oddJson }),
        )
        yield* labels.writeNew(made, "write")
      }
    }),
  )
}

/** The most memory of a command, in megabytes. */
const peakOf = (name: string, ...words: ReadonlyArray<string>): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, "../bin/annotary.js"), ...words], {
      env: { ...process.env, ...environment(name) },
      stdio: "ignore",
    })
    let peak = 0
    const timer = setInterval(() => {
      try {
        const [, kilobytes = "0"] =
          /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? []
        peak = Math.max(peak, Number(kilobytes) / 1024)
      } catch {
        // It has ended.
      }
    }, 50)
    child.on("exit", (code) => {
      clearInterval(timer)
      if (code === 0) resolve(peak)
      else reject(new Error(`${words.join(" ")} ended with ${code}`))
    })
  })

/** It takes three minutes, so `.ci/full` alone asks for it. */
const isWanted = process.env["ANNOTARY_ARCHIVES"] === "large"

it.runIf(isWanted)(
  "archives and restores 100 000 samples with the memory of 10 000 (ANNOTARY_ARCHIVES=large)",
  async () => {
    const peaks: Array<readonly [archive: number, restore: number]> = []
    for (const samples of [10_000, 100_000]) {
      const name = `of-${samples}`
      const file = join(folder, `${name}.tar.gz`)
      await fill(name, samples)
      const archived = await peakOf(name, "archive", "ann/streets", file)
      const restored = await peakOf(`${name}-restored`, "restore", file)
      peaks.push([archived, restored])
      console.info(`${samples} samples, ${statSync(file).size} bytes: ${archived} MB, ${restored} MB`)
    }
    const [[archiveSmall = 0, restoreSmall = 0] = [], [archiveLarge = 0, restoreLarge = 0] = []] = peaks
    // The page cache of SQLite, 64 MB, is not full with the small dataset.
    assert.isBelow(archiveLarge - archiveSmall, 150)
    assert.isBelow(restoreLarge - restoreSmall, 150)
  },
  900_000,
)
