/**
 * The cost of a claim on Postgres with more waiting samples and more open claims, relative to a small queue. The peer is
 * our own claim in a queue of a thousand samples, measured in alternation.
 */
import { startPostgres } from "./harness/postgres.ts"
import { makeQueueWorld, type QueueWorld } from "./harness/queueWorld.ts"
import type { Benchmark } from "./harness/stage.ts"

const rounds = 7
/** All rounds together must not empty the queue of a thousand. */
const perRound = 56
const clients = 8
const maxRatio = 1.5

const sizes = [
  { name: "100 000 samples", open: 100_000 },
  { name: "1 000 000 samples", open: 1_000_000 },
  { name: "100 000 samples, 1 000 claims open", open: 100_000, held: 1000 },
  { name: "100 000 samples, 10 000 claims open", open: 100_000, held: 10_000 },
]

export const runBenchmark: Benchmark = async (stage) => {
  const url = await startPostgres(stage)
  const base = { url, connections: clients }
  const small = await makeQueueWorld(stage, { ...base, schema: "small", open: 1000 })
  const worlds: Array<QueueWorld> = []
  for (const [i, { held = 0, open }] of sizes.entries())
    worlds.push(await makeQueueWorld(stage, { ...base, schema: `size_${i}`, open, held }))
  for (const world of [small, ...worlds]) await measureTimes(world, 20, clients)
  for (const together of [1, clients]) {
    const measured = await measureInTurns([small, ...worlds], together)
    for (const [i, { name }] of sizes.entries())
      for (const [percent, index] of [
        ["p50", 0.5],
        ["p95", 0.95],
      ] as const)
        stage.report(
          {
            metric: `claim with ${name} over 1 000, ${together === 1 ? "1 client" : `${clients} clients`}, ${percent} (ms)`,
            target: { of: "ratio", atMost: maxRatio },
            packages: ["@annotary/storage-postgres", "pg"],
          },
          measured.map((round) => ({
            ours: computeQuantile(round[i + 1] ?? [], index),
            peer: computeQuantile(round[0] ?? [], index),
          })),
        )
  }
}

type Times = ReadonlyArray<number>

/** Measures each world once per round, in rotating order. */
const measureInTurns = async (worlds: ReadonlyArray<QueueWorld>, together: number) => {
  const all: Array<ReadonlyArray<Times>> = []
  for (let i = 0; i < rounds; i++) {
    const round: Array<Times> = []
    for (let j = 0; j < worlds.length; j++) {
      const at = (i + j) % worlds.length
      const world = worlds[at]
      if (world !== undefined) round[at] = await measureTimes(world, perRound, together)
    }
    all.push(round)
  }
  return all
}

const measureTimes = async (world: QueueWorld, count: number, together: number): Promise<Times> => {
  const taken: Array<number> = []
  let left = count
  const runClient = async () => {
    while (left-- > 0) taken.push(await world.claim())
  }
  await Promise.all(Array.from({ length: together }, runClient))
  return taken
}

const computeQuantile = (values: Times, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN
