import type {} from "@annotary/test-support/globalSetup"
import { afterEach, assert, describe, inject, it } from "@effect/vitest"
import { postgresDatabase, type StormDatabase, sqliteDatabase } from "../../storm/databases.ts"
import { runModelKills } from "./modelKills.ts"

/** 6 in `test:long`; the script `kill` asks for more. */
const kills = Number(process.env.ANNOTARY_KILLS ?? 5)
const seed = Number(process.env.ANNOTARY_KILL_SEED ?? Date.now() % 1_000_000)

const databases = { sqlite: sqliteDatabase, postgres: () => postgresDatabase(inject("postgresUrl")) } as const

describe("models that are killed while they answer", () => {
  let database: StormDatabase | undefined
  afterEach(() => database?.remove())

  it.for(["sqlite", "postgres"] as const)(
    `lose no answer, and give none twice, in ${kills} kills on %s (seed ${seed})`,
    { timeout: 240_000 + kills * 30_000 },
    async (name) => {
      database = await databases[name]()
      const report = await runModelKills(database, kills, seed)
      process.stderr.write(`${name}: ${JSON.stringify(report)}\n`)
      assert.deepStrictEqual(report.wrong, [])
      assert.isAtLeast(report.serverKills, Math.floor(kills / 5))
      assert.isAbove(report.acknowledged, (report.samples * 9) / 10)
    },
  )
})
