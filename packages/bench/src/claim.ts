/** B5: claims through the storage of the engine, against an UPDATE by primary key of the same table with bare SQLite. */
import { copyFileSync, statSync } from "node:fs"
import { join } from "node:path"
import {
  ClaimId,
  ClaimStore,
  DatasetId,
  generateIds,
  makeMonotonicUuids,
  Username,
} from "@annotary/core/effect"
import { layer, type SqliteOptions } from "@annotary/storage-sqlite/effect"
import Database from "better-sqlite3"
import { Effect, Layer, ManagedRuntime } from "effect"
import type { Benchmark, Stage } from "./harness/stage.ts"
import { makeWorld, type World } from "./harness/world.ts"

type Synchronous = NonNullable<SqliteOptions["synchronous"]>

/** Claims in a round; with the round that does not count, 40 000 in all. */
const perRound = { normal: 6667, full: 1000 }
const samples = 42_000
const leaseSeconds = 900

export const runBenchmark: Benchmark = async (stage) => {
  const world = await makeWorld(stage.folder, { samples })
  for (const synchronous of ["normal", "full"] as const) {
    const filename = copyDatabase(world, stage, `ours-${synchronous}`)
    const copy = copyDatabase(world, stage, `peer-${synchronous}`)
    await stage.compare({
      metric: `B5 claim, synchronous ${synchronous} (claims/s)`,
      target: { of: "ratio", atLeast: 0.5 },
      packages: ["better-sqlite3"],
      ours: makeEngineClaims(stage, world, { filename, synchronous }),
      peer: makeBareClaims(stage, world, copy, synchronous),
    })
    if (synchronous === "full") continue
    stage.report(
      {
        metric: "B5 write-ahead log after 40 000 claims, peer's after as many updates (MB)",
        target: { of: "ours", atMost: 16 },
        packages: ["better-sqlite3"],
      },
      [{ ours: logMegabytes(filename), peer: logMegabytes(copy) }],
    )
  }
}

const copyDatabase = (world: World, stage: Stage, name: string): string => {
  const path = join(stage.folder, `${name}.db`)
  copyFileSync(world.copy, path)
  return path
}

const computeRate = (count: number, begun: number): number => count / ((performance.now() - begun) / 1000)

/** Each claim is made by a person without open claims. Spans are off, as in the server. */
const makeEngineClaims = (stage: Stage, world: World, options: SqliteOptions): (() => Promise<number>) => {
  const runtime = ManagedRuntime.make(Layer.merge(layer(options), Layer.setTracerEnabled(false)))
  stage.defer(() => runtime.dispose())
  const datasetId = DatasetId.make(world.datasetId)
  const count = perRound[options.synchronous ?? "full"]
  let people = 0
  const claims = Effect.gen(function* () {
    const store = yield* ClaimStore
    for (let i = 0; i < count; i++) {
      const user = Username.make(`labeler-${++people}`)
      const ids = yield* generateIds(ClaimId, 1)
      const claimedSamples = yield* store.claim({
        datasetId,
        user,
        queue: "labeling",
        count: 1,
        leaseSeconds,
        ids,
      })
      if (claimedSamples.length !== 1) return yield* Effect.dieMessage("The queue is empty.")
    }
  })
  return async () => {
    await runtime.runPromise(Effect.void)
    const begun = performance.now()
    await runtime.runPromise(claims)
    return computeRate(count, begun)
  }
}

const updateText = `UPDATE sample_queue SET holder = ?, claim_id = ?, queue = 1, step = 4, claimed_at = ?, lease_until = ?
  WHERE dataset_id = ? AND sample_id = ?`

const makeBareClaims = (
  stage: Stage,
  world: World,
  filename: string,
  synchronous: Synchronous,
): (() => Promise<number>) => {
  const database = new Database(filename)
  stage.defer(() => database.close())
  database.pragma("journal_mode = WAL")
  database.pragma(`synchronous = ${synchronous}`)
  database.pragma("cache_size = -65536")
  database.pragma("journal_size_limit = 16777216")
  const update = database.prepare(updateText)
  const uuids = makeMonotonicUuids()
  const ids = world.sampleIds.map(() => uuids.next(Date.now()))
  const count = perRound[synchronous]
  let next = 0
  return async () => {
    const begun = performance.now()
    for (let i = 0; i < count; i++, next++) {
      const now = Date.now()
      const lease = [`labeler-${next}`, ids[next], now, now + leaseSeconds * 1000]
      const { changes } = update.run(...lease, world.datasetId, world.sampleIds[next])
      if (changes !== 1) throw new Error("There is no such place.")
    }
    return computeRate(count, begun)
  }
}

const logMegabytes = (filename: string): number => statSync(`${filename}-wal`).size / 2 ** 20
