/** B6: claims over HTTP on Postgres, each by another person, against node's own server with prepared statements. */
import { type BulkWorld, makeBulkWorld, makeKey } from "./harness/bulkPostgres.ts"
import { findPostmaster } from "./harness/cpu.ts"
import { serialMark } from "./harness/labels.ts"
import { requestText, startClient } from "./harness/load.ts"
import { startPostgres } from "./harness/postgres.ts"
import { type Served, startPeer, startServerWith, stopLater } from "./harness/processes.ts"
import type { Benchmark } from "./harness/stage.ts"

/** The most claims of a side in a round: each person claims once. */
const perRound = 8000
const rounds = 5
const load = { connections: 16, millis: 1000, status: 200 }

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const count = perRound * (rounds + 1)
  const makeWorldIn = (schema: string) =>
    makeBulkWorld({ url, schema, samples: count, people: count, keysUsed: true })
  const [oursWorld, peerWorld] = [await makeWorldIn("ours"), await makeWorldIn("peer")]
  const ours = stopLater(
    stage,
    await startServerWith(stage.folder, {
      ANNOTARY_DATABASE_URL: url,
      ANNOTARY_DATABASE_SCHEMA: oursWorld.schema,
      ANNOTARY_RATE_LIMIT: "0",
    }),
  )
  const peer = stopLater(stage, await startPeer("claims", peerWorld))
  const client = startClient(stage)
  const postmaster = await findPostmaster(url)
  const makeClaims = ({ pid, port }: Served, world: BulkWorld) => {
    let round = 0
    const request = requestText({
      method: "POST",
      path: `/datasets/${world.owner}/${world.dataset}/queue/labeling/claim/`,
      apiKey: makeKey(serialMark),
      body: JSON.stringify({ count: 1 }),
    })
    return () => client({ ...load, port, request, firstSerial: perRound * round++ }, [pid, postmaster])
  }
  await stage.compare({
    metric: "B6 claim over HTTP on Postgres (requests/s)",
    target: { of: "ratio", atLeast: 0.95 },
    packages: ["@annotary/server", "pg"],
    rounds,
    ours: makeClaims(ours, oursWorld),
    peer: makeClaims(peer, peerWorld),
  })
}
