/**
 * Short storms. The script `storm` makes full ones, and prints their figures; what it is told by `ANNOTARY_STORM`
 * (the databases; `pooled` is Postgres behind PgBouncer, `citus` the coordinator that `TEST_CITUS_URL` names), `ANNOTARY_STORM_PROCESSES`, `…_CLIENTS`, `…_SAMPLES`, `…_DATASETS`, `…_KILL_MILLIS` (0: no kills), `…_SEED` and `…_MINUTES`, after which it fails.
 */
import type {} from "@annotary/test-support/globalSetup"
import { afterEach, assert, describe, inject, it } from "@effect/vitest"
import { pooledDatabase } from "../pooler/pooled.ts"
import { citusDatabase, postgresDatabase, type StormDatabase, sqliteDatabase } from "./databases.ts"
import { runStorm, type StormSize } from "./storm.ts"

const { env } = process
const seed = Number(env.ANNOTARY_STORM_SEED ?? Date.now() % 1_000_000)
const wanted = env.ANNOTARY_STORM?.split(",")

const short: StormSize = {
  processes: 2,
  clients: 16,
  samples: 300,
  datasets: 1,
  kills: { times: 3 },
  deserters: 1,
  leaseMillis: 2000,
  seed,
}

const minutes = Number(env.ANNOTARY_STORM_MINUTES ?? 30)
const killMillis = Number(env.ANNOTARY_STORM_KILL_MILLIS ?? 200)

const full: StormSize = {
  processes: Number(env.ANNOTARY_STORM_PROCESSES ?? 4),
  clients: Number(env.ANNOTARY_STORM_CLIENTS ?? 64),
  samples: Number(env.ANNOTARY_STORM_SAMPLES ?? 10_000),
  datasets: Number(env.ANNOTARY_STORM_DATASETS ?? 1),
  kills: killMillis === 0 ? { times: 0 } : { everyMillis: killMillis },
  deserters: Number(env.ANNOTARY_STORM_DESERTERS ?? 4),
  seed,
}

const databases: { readonly [name: string]: () => Promise<StormDatabase> } = {
  sqlite: sqliteDatabase,
  postgres: () => postgresDatabase(inject("postgresUrl")),
  pooled: () => pooledDatabase(),
  citus: () => citusDatabase(env.TEST_CITUS_URL ?? ""),
}

describe("several servers on one database, killed while many people work", () => {
  let database: StormDatabase | undefined
  let storm: Promise<unknown> = Promise.resolve()
  /** A storm that took too long is told to end, and its servers are waited for. */
  afterEach(async () => {
    await storm.catch(() => {})
    await database?.remove()
  }, 120_000)

  it.for(wanted ?? ["sqlite", "postgres"])(
    `give no sample twice, lose none and do all work once, on %s (seed ${seed})`,
    { timeout: wanted === undefined ? 300_000 : minutes * 60_000 },
    async (name, { signal }) => {
      database = await databases[name]?.()
      if (database === undefined) return assert.fail(`There is no ${name}.`)
      const running = runStorm(database, wanted === undefined ? short : full, signal)
      storm = running
      const report = await running
      process.stderr.write(`${JSON.stringify(report)}\n`)
      assert.deepStrictEqual(report.wrong, [])
      assert.isAbove(report.gone, 0)
    },
  )
})
