/** Claims over HTTP on Postgres by servers of two and four processes behind one port, against one process. */
import { makeBulkWorld, makeKey } from "./harness/bulkPostgres.ts"
import { findPostmaster } from "./harness/cpu.ts"
import { serialMark } from "./harness/labels.ts"
import { requestText, startClient } from "./harness/load.ts"
import { startPostgres } from "./harness/postgres.ts"
import { type Served, startServerWith, stopLater } from "./harness/processes.ts"
import type { Benchmark } from "./harness/stage.ts"

/** The most claims of a side in a round: each person claims once. */
const perRound = 6000
const rounds = 5
const load = { connections: 16, millis: 3000, status: 200 }
const counts = [2, 4]

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const count = perRound * (rounds + 1) * counts.length * 2
  const world = await makeBulkWorld({ url, schema: "ours", samples: count, people: count, keysUsed: true })
  const startProcesses = async (workers: number) =>
    stopLater(
      stage,
      await startServerWith(stage.folder, {
        ANNOTARY_DATABASE_URL: url,
        ANNOTARY_DATABASE_SCHEMA: world.schema,
        ANNOTARY_DATABASE_POOL_SIZE: "8",
        ANNOTARY_RATE_LIMIT: "0",
        ANNOTARY_ROLES: "api",
        ANNOTARY_WORKERS: String(workers),
      }),
    )
  const client = startClient(stage)
  const postmaster = await findPostmaster(url)
  const request = requestText({
    method: "POST",
    path: `/datasets/${world.owner}/${world.dataset}/queue/labeling/claim/`,
    apiKey: makeKey(serialMark),
    body: JSON.stringify({ count: 1 }),
  })
  let round = 0
  const claimBy =
    ({ pid, port }: Served) =>
    () =>
      client({ ...load, port, request, firstSerial: perRound * round++ }, [pid, postmaster])
  const single = await startProcesses(1)
  for (const workers of counts) {
    const several = await startProcesses(workers)
    await stage.compare({
      metric: `ANNOTARY_WORKERS=${workers} claims over HTTP on Postgres, peer one process (requests/s)`,
      target: { of: "ratio", atLeast: 1 },
      packages: ["@annotary/server"],
      rounds,
      ours: claimBy(several),
      peer: claimBy(single),
    })
    await several.stop()
  }
}
