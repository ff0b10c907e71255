/** B4: a claim with a backlog of a million, against pg-boss's `fetch` with a million jobs. */

import pg from "pg"
import PgBoss from "pg-boss"
import { startPostgres } from "./harness/postgres.ts"
import { makeQueueWorld } from "./harness/queueWorld.ts"
import { measurePerSecond } from "./harness/rate.ts"
import type { Benchmark, Stage } from "./harness/stage.ts"

const backlog = 1_000_000
const clients = 8
const millis = 600
const queue = "work"

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const { claim } = await makeQueueWorld(stage, { url, schema: "ours", open: backlog, connections: clients })
  const fetch = await makeFetcher(stage, url)
  await stage.compare({
    metric: `B4 claim with a backlog of 1 000 000, ${clients} clients, peer pg-boss (claims/s)`,
    target: { of: "ratio", atLeast: 1000 },
    packages: ["@annotary/storage-postgres", "pg-boss"],
    ours: () => measurePerSecond(clients, millis, claim),
    peer: () => measurePerSecond(clients, 0, fetch),
  })
}

const makeFetcher = async (stage: Stage, url: string): Promise<() => Promise<void>> => {
  const boss = new PgBoss({ connectionString: url, max: clients, supervise: false, schedule: false })
  await boss.start()
  stage.defer(() => boss.stop({ graceful: false }))
  await boss.createQueue(queue)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO pgboss.job (name, data) SELECT $1, jsonb_build_object('sample', i) FROM generate_series(1, $2::int) i`,
    [queue, backlog],
  )
  await client.query("VACUUM ANALYZE pgboss.job")
  await client.end()
  return async () => {
    const jobs = await boss.fetch(queue)
    if (jobs.length !== 1) throw new Error("No job was due.")
  }
}
