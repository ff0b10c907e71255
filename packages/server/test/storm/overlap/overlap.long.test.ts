/**
 * Short storms of several people per sample. The script `storm` makes full ones, and prints their figures; `ANNOTARY_STORM` names the databases.
 */
import type {} from "@annotary/test-support/globalSetup"
import { afterEach, assert, describe, inject, it } from "@effect/vitest"
import { memoryDatabase, postgresDatabase, type StormDatabase, sqliteDatabase } from "../databases.ts"
import type { StormSize } from "../storm.ts"
import { runOverlapStorm } from "./overlapStorm.ts"

const { env } = process
const seed = Number(env.ANNOTARY_STORM_SEED ?? Date.now() % 1_000_000)
const named = env.ANNOTARY_STORM?.split(",")
const isFull = named !== undefined

const short: StormSize = {
  processes: 2,
  clients: 12,
  samples: 100,
  datasets: 1,
  kills: { times: 3 },
  deserters: 1,
  leaseMillis: 2000,
  seed,
}

const full: StormSize = {
  processes: Number(env.ANNOTARY_STORM_PROCESSES ?? 4),
  clients: Number(env.ANNOTARY_STORM_CLIENTS ?? 64),
  samples: Number(env.ANNOTARY_STORM_SAMPLES ?? 10_000),
  datasets: 1,
  kills: { times: 50 },
  deserters: 4,
  seed,
}

/** One server has a SQLite file, and one its memory. */
const databases = {
  memory: { make: memoryDatabase, processes: 1 },
  sqlite: { make: sqliteDatabase, processes: 1 },
  postgres: { make: () => postgresDatabase(inject("postgresUrl")), processes: undefined },
} as const

describe("three people per sample, on servers that are killed", () => {
  let database: StormDatabase | undefined
  let storm: Promise<unknown> = Promise.resolve()
  afterEach(async () => {
    await storm.catch(() => {})
    await database?.remove()
  }, 120_000)

  it.for((["memory", "sqlite", "postgres"] as const).filter((name) => named?.includes(name) ?? true))(
    `give exactly three labels, and nobody sees that of another, on %s (seed ${seed})`,
    { timeout: isFull ? 60 * 60_000 : 300_000 },
    async (name, { signal }) => {
      const { make, processes } = databases[name]
      const size = isFull ? full : short
      database = await make()
      const running = runOverlapStorm(
        database,
        {
          ...size,
          processes: processes ?? size.processes,
          ...(name === "memory" ? { kills: { times: 0 }, deserters: 0 } : {}),
        },
        signal,
      )
      storm = running
      const report = await running
      process.stderr.write(`${JSON.stringify(report)}\n`)
      assert.deepStrictEqual(report.wrong, [])
      assert.isAbove(report.answers, 3 * report.samples)
      if (name !== "memory") assert.isAbove(report.gone, 0)
    },
  )
})
