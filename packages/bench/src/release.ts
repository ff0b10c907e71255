/** E3: the file of a release as the worker writes it, against a loop that makes the same records from objects. */
import { closeSync, openSync, writeSync } from "node:fs"
import { join } from "node:path"
import { monitorEventLoopDelay } from "node:perf_hooks"
import { setTimeout as sleep } from "node:timers/promises"
import { createEngine, type Engine } from "@annotary/core"
import {
  DatasetId,
  generateIds,
  LabelStore,
  LabelsetId,
  now,
  SampleId,
  Username,
  VersionId,
} from "@annotary/core/effect"
import { sqlite } from "@annotary/storage-sqlite"
import Database from "better-sqlite3"
import { Effect } from "effect"
import { measureWork } from "./harness/cpu.ts"
import { makeCuboids } from "./harness/labels.ts"
import { writeRelease } from "./harness/released.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import type { Round } from "./harness/summary.ts"
import { makeWorld, type World } from "./harness/world.ts"
import { type ReleaseRow, toRecord, wholeSamples } from "./peers/releaseRecord.ts"

const samples = 20_000
const labelBytes = 1200

export const runBenchmark: Benchmark = async (stage) => {
  const world = await makeWorld(stage.folder, { samples, more: labelAll })
  const engine = await createEngine({ storage: sqlite({ filename: world.filename }), worker: false })
  stage.defer(() => engine.close())
  const lags: Array<Round> = []
  let ours = 0
  const packages = ["better-sqlite3"]
  await stage.compare({
    metric: `E3 release of ${samples} labeled samples (samples/s)`,
    target: { of: "ratio", atLeast: 1.5 },
    packages,
    ours: async () => {
      const { lag, measured } = await measureLag(() =>
        engine.runtime.runPromise(writeRelease(world.datasetId, samples)),
      )
      ours = lag
      return measured
    },
    peer: async () => {
      const { lag, measured } = await measureLag(async () => writeIterated(stage, world))
      lags.push({ ours, peer: lag })
      return measured
    },
  })
  const lag = "E3 longest wait of the event loop during the release, peer's during its loop (ms)"
  stage.report({ metric: lag, target: { of: "ours", atMost: 35 }, packages }, lags)
}

/** Every sample gets a label of about a kilobyte. */
const labelAll = async (engine: Engine, world: World): Promise<void> => {
  const attributes = makeCuboids(labelBytes)
  const base = {
    datasetId: DatasetId.make(world.datasetId),
    labelsetId: LabelsetId.make(world.labelsetId),
    status: "LABELED" as const,
    attributes,
    score: null,
    rating: null,
    createdBy: Username.make(world.owner),
    updatedBy: Username.make(world.owner),
    reviewedAt: null,
    reviewedBy: null,
    labeler: Username.make(world.owner),
    reviewer: null,
    rejecter: null,
    configVersion: 1,
  }
  for (let from = 0; from < samples; from += 1000) {
    const sampleIds = world.sampleIds.slice(from, from + 1000)
    const write = Effect.gen(function* () {
      const store = yield* LabelStore
      const at = yield* now
      const versions = yield* generateIds(VersionId, sampleIds.length)
      const labels = versions.map((version, i) => ({
        ...base,
        sampleId: SampleId.make(sampleIds[i] ?? ""),
        createdAt: at,
        updatedAt: at,
        version,
      }))
      yield* store.writeNew(labels, "write")
    })
    await engine.runtime.runPromise(write)
  }
}

/** The rate and CPU time of a sample, and the longest delay of a timer during the work. */
const measureLag = async (work: () => Promise<unknown>) => {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  // The first tick has no predecessor to compare with.
  await sleep(20)
  const measured = await measureWork([process.pid], samples, work)
  // Lets a delayed timer report its delay.
  await sleep(20)
  delay.disable()
  return { measured, lag: delay.max / 1e6 }
}

const rowsText = `${wholeSamples}
  JOIN labels l ON l.dataset_id = s.dataset_id AND l.labelset_id = ? AND l.sample_id = s.id
  JOIN label_contents b ON b.dataset_id = l.dataset_id AND b.id = l.content
  WHERE s.dataset_id = ? AND s.deleted_at IS NULL ORDER BY s.id`

const pieceLength = 64 * 1024

/** Writes a file of the same records without checksums. */
const writeIterated = (stage: Stage, world: World): void => {
  const database = new Database(world.copy, { readonly: true })
  const file = openSync(join(stage.folder, "peer.json"), "w")
  let text = '{"name":"bench","dataset":{"samples":['
  for (const row of database
    .prepare<[string, string], ReleaseRow>(rowsText)
    .iterate(world.labelsetId, world.datasetId)) {
    text += `${JSON.stringify(toRecord(row))},\n`
    if (text.length < pieceLength) continue
    writeSync(file, text)
    text = ""
  }
  writeSync(file, `${text}null]}}\n`)
  closeSync(file)
  database.close()
}
