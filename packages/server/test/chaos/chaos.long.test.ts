import { assert, describe, it } from "@effect/vitest"
import { runChaos } from "./chaos.ts"
import { frozen, troubles } from "./troubles.ts"

/** Short in `test:long`; the script `chaos` asks for more. */
const long = process.env.ANNOTARY_CHAOS === "long"

describe("an API whose database fails while it is written to", () => {
  it(
    "says to come again, recovers by itself, and loses nothing that it acknowledged",
    async () => {
      const all = [...troubles, frozen]
      const report = long ? await runChaos([...all, ...all], 5000, 50) : await runChaos(troubles, 700, 12)
      process.stderr.write(`${JSON.stringify(report, null, 1)}\n`)
      assert.deepStrictEqual(report.wrong, [])
      assert.isAbove(report.writes, 20)
      assert.isAbove(report.samples, 10)
    },
    long ? 600_000 : 120_000,
  )
})
