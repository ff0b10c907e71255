import { assert, describe, it } from "@effect/vitest"
import { runKills } from "./kill9.ts"

/** 4 in `test:long`; the script `kill` asks for more. */
const kills = Number(process.env.ANNOTARY_KILLS ?? 4)
const seed = Number(process.env.ANNOTARY_KILL_SEED ?? Date.now() % 1_000_000)

describe("a server that is killed while it is written to", () => {
  it(
    `loses nothing that it acknowledged in ${kills} kills (seed ${seed})`,
    async () => {
      const report = await runKills(kills, seed, (line) => process.stderr.write(`${line}\n`))
      process.stderr.write(`${JSON.stringify(report)}\n`)
      assert.deepStrictEqual(report.wrong, [])
      assert.isAbove(report.samples, kills)
      assert.isAbove(report.writes, 0)
    },
    180_000 + kills * 10_000,
  )
})
