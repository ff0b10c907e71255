/**
 * B2: claims on Postgres during an old snapshot, as under a long export or a backup: dead rows cannot be removed, and
 * every queue has to skip them. The peer is our own rate in the first moments.
 */
import { ClaimId, ClaimStore, generateIds, Transaction, Username } from "@annotary/core/effect"
import { Effect } from "effect"
import pg from "pg"
import { startPostgres } from "./harness/postgres.ts"
import { makeQueueWorld, type QueueWorld } from "./harness/queueWorld.ts"
import type { Benchmark } from "./harness/stage.ts"

const clients = 8
const sliceMillis = 1500
const slices = 9
const rounds = 3

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const measured: Array<{ ours: number; peer: number }> = []
  for (let i = 0; i < rounds; i++) {
    const schema = `round_${i}`
    const world = await makeQueueWorld(stage, { url, schema, open: 150_000, connections: clients })
    const [first, last] = await runUnderOldSnapshot(url, schema, () => measureSlices(world))
    measured.push({ ours: last, peer: first })
  }
  stage.report(
    {
      metric:
        "B2 claims ended by the same 8 people after 12 s over the first 1.5 s, an old snapshot open (claims/s)",
      target: { of: "ratio", atLeast: 0.8 },
      packages: ["@annotary/storage-postgres", "pg"],
    },
    measured,
  )
}

const runUnderOldSnapshot = async <A>(url: string, schema: string, work: () => Promise<A>): Promise<A> => {
  const client = new pg.Client({ connectionString: url, options: `-c search_path=${schema}` })
  await client.connect()
  await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT 1 FROM sample_queue LIMIT 1")
  try {
    return await work()
  } finally {
    await client.end()
  }
}

/** Claims per second in the first slice and in the last. */
const measureSlices = async (world: QueueWorld): Promise<readonly [number, number]> => {
  const ended: Array<number> = Array.from({ length: slices }, () => 0)
  const runPerson = async (name: string, until: number, count: (at: number) => void) => {
    while (performance.now() < until) {
      await world.runtime.runPromise(claimAndEnd(world, Username.make(name)))
      count(performance.now())
    }
  }
  const runEverybody = (until: number, count: (at: number) => void) =>
    Promise.all(Array.from({ length: clients }, (_, i) => runPerson(`person-${i}`, until, count)))
  await runEverybody(performance.now() + sliceMillis / 2, () => {})
  const begun = performance.now()
  await runEverybody(begun + slices * sliceMillis, (at) => {
    const slice = Math.floor((at - begun) / sliceMillis)
    if (slice < slices) ended[slice] = (ended[slice] ?? 0) + 1
  })
  const toPerSecond = (count = 0) => count / (sliceMillis / 1000)
  return [toPerSecond(ended[0]), toPerSecond(ended.at(-1))]
}

/** A submit without its label: the sample leaves the queue, the claim ends. */
const claimAndEnd = ({ datasetId }: QueueWorld, user: Username) =>
  Effect.gen(function* () {
    const store = yield* ClaimStore
    const transaction = yield* Transaction
    const ids = yield* generateIds(ClaimId, 1)
    const [claim] = yield* store.claim({
      datasetId,
      user,
      queue: "labeling",
      count: 1,
      leaseSeconds: 900,
      ids,
    })
    if (claim === undefined) return yield* Effect.dieMessage("The queue is empty.")
    const { sampleId } = claim
    const done = { sampleId, np: 0, own: null, open: null, labeler: user }
    yield* transaction.run(Effect.zipRight(store.place(datasetId, [done]), store.finish(claim)))
  })
