/** D2: NDJSON with validation through the web handler, against prepared inserts of the same rows in one transaction. */
import { createEngine, reveal } from "@annotary/core"
import { makeMonotonicUuids } from "@annotary/core/effect"
import { webHandler } from "@annotary/http"
import { sqlite } from "@annotary/storage-sqlite"
import Database from "better-sqlite3"
import { type Measured, measureWork } from "./harness/cpu.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { makeWorld, sampleInput, type World } from "./harness/world.ts"

const perRound = 15_000

export const runBenchmark: Benchmark = async (stage) => {
  const world = await makeWorld(stage.folder, { samples: 10 })
  await stage.compare({
    metric: "D2 import of NDJSON (samples/s)",
    target: { of: "ratio", atLeast: 0.85 },
    packages: ["better-sqlite3"],
    ours: await makeImport(stage, world),
    peer: makeInserts(stage, world),
  })
}

/** Samples of a round, with numbers that no other round has. */
const makeInputs = (round: number) =>
  Array.from({ length: perRound }, (_, i) => sampleInput(1_000_000 + round * perRound + i))

const makeImport = async (stage: Stage, world: World): Promise<() => Promise<Measured>> => {
  const { filename, owner, dataset } = world
  const engine = await createEngine({ storage: sqlite({ filename }), worker: false })
  stage.defer(() => engine.close())
  const { secret } = await engine.apiKeys.create({ user: owner })
  const handle = webHandler(engine)
  let round = 0
  return async () => {
    const lines = makeInputs(round++).map(
      ({ name, attributes }) => `{"name":"${name}","attributes":${attributes}}\n`,
    )
    const body = new TextEncoder().encode(lines.join(""))
    return await measureWork([process.pid], perRound, async () => {
      const response = await handle(
        new Request(`http://127.0.0.1/datasets/${owner}/${dataset}/samples_bulk/`, {
          method: "POST",
          headers: { Authorization: `APIKey ${reveal(secret)}`, "Content-Type": "application/x-ndjson" },
          body,
        }),
      )
      const text = await response.text()
      if (!text.includes(`{"created":${perRound},`)) throw new Error(`Not imported: ${text.slice(-300)}`)
    })
  }
}

const makeInserts = (stage: Stage, world: World): (() => Promise<Measured>) => {
  const database = new Database(world.copy)
  stage.defer(() => database.close())
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  database.pragma("cache_size = -65536")
  const sample = database.prepare(
    `INSERT INTO samples (dataset_id, id, name, priority, created_at, created_by, updated_at, version, content)
     VALUES (?, ?, ?, 0, ?, ?, ?, ?, ?)`,
  )
  const home = database.prepare("INSERT INTO directory (id, dataset_id) VALUES (?, ?)")
  const version = database.prepare(
    `INSERT INTO sample_versions (dataset_id, id, sample_id, attributes, metadata, readme) VALUES (?, ?, ?, ?, '{}', '')`,
  )
  const place = database.prepare(
    `INSERT INTO sample_queue (dataset_id, sample_id, np, open_step, open_user, labeler) VALUES (?, ?, 0, 4, '', '')`,
  )
  const count = database.prepare("UPDATE dataset_counts SET samples = samples + ? WHERE dataset_id = ?")
  const { datasetId, owner } = world
  const ids = makeMonotonicUuids()
  const toRow = ({ name, attributes }: ReturnType<typeof sampleInput>) => ({
    name,
    attributes,
    id: ids.next(Date.now()),
    version: ids.next(Date.now()),
  })
  const all = database.transaction((rows: ReadonlyArray<ReturnType<typeof toRow>>, at: string) => {
    for (const { id, name, attributes, version: first } of rows) {
      sample.run(datasetId, id, name, at, owner, at, first, first)
      home.run(id, datasetId)
      version.run(datasetId, first, id, attributes)
      place.run(datasetId, id)
    }
    count.run(rows.length, datasetId)
  })
  let round = 0
  return async () => {
    const rows = makeInputs(round++).map(toRow)
    return measureWork([process.pid], perRound, () => all.immediate(rows, new Date().toISOString()))
  }
}
