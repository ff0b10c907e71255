/**
 * B1: claims on Postgres in a queue of a million samples, against graphile-worker's `getJobs` in a queue of a million jobs, and
 * against an UPDATE by primary key of the same table.
 */
import pg from "pg"
import { findPostmaster, measureWithCpu } from "./harness/cpu.ts"
import { startPostgres } from "./harness/postgres.ts"
import { makeQueueWorld } from "./harness/queueWorld.ts"
import { makeCalls } from "./harness/rate.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { fillGraphile, getGraphileJob } from "./peers/graphile.ts"

const waiting = 1_000_000
/** More than all rounds update. */
const updated = 250_000
const millis = 600
const connections = 32
/** The targets against graphile-worker grow with the clients. */
const sizes = [
  { clients: 8, atLeast: 2.2 },
  { clients: 32, atLeast: 3 },
]

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const { claim } = await makeQueueWorld(stage, { url, schema: "ours", open: waiting, connections })
  const update = await makeUpdates(stage, url)
  await fillGraphile(url, waiting)
  const getJob = await getGraphileJob(stage, url, connections)
  const processes = [process.pid, await findPostmaster(url)]
  const packages = ["@annotary/storage-postgres", "pg"]
  for (const { atLeast, clients } of sizes) {
    const measure = (call: () => Promise<unknown>) => () =>
      measureWithCpu(processes, () => makeCalls(clients, millis, call))
    await stage.compare({
      metric: `B1 claim among 1 000 000, ${clients} clients, peer graphile-worker (claims/s)`,
      target: { of: "ratio", atLeast },
      packages: [...packages, "graphile-worker"],
      ours: measure(claim),
      peer: measure(getJob),
    })
    await stage.compare({
      metric: `B1 claim among 1 000 000, ${clients} clients, peer UPDATE by primary key (claims/s)`,
      target: { of: "ratio", atLeast: 0.65 },
      packages,
      ours: measure(claim),
      peer: measure(update),
    })
  }
}

const updateText = `UPDATE sample_queue SET holder = $3, claim_id = $4, queue = 1, step = 4, claimed_at = $5, lease_until = $6
  WHERE dataset_id = $1 AND sample_id = $2`

/** Updates the place of one sample after the other, as a claim does. */
const makeUpdates = async (stage: Stage, url: string): Promise<() => Promise<void>> => {
  const schema = "updates"
  const { datasetId } = await makeQueueWorld(stage, { url, schema, open: updated, connections: 1 })
  const pool = new pg.Pool({ connectionString: url, max: connections, options: `-c search_path=${schema}` })
  stage.defer(() => pool.end())
  const { rows } = await pool.query<{ sample_id: string }>(
    "SELECT sample_id FROM sample_queue ORDER BY sample_id",
  )
  let next = 0
  return async () => {
    const at = next++
    const now = Date.now()
    const sample = rows[at]?.sample_id
    const values = [datasetId, sample, `labeler-${at}`, `claim-${at}`, now, now + 900_000]
    const { rowCount } = await pool.query({ name: "update", text: updateText, values })
    if (rowCount !== 1) throw new Error("There is no such place.")
  }
}
