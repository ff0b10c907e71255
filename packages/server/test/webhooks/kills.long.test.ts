/** The kill matrix in its short form; `npx -y pnpm@12 --filter @annotary/server deliveries` makes all the long ones instead. */
import type {} from "@annotary/test-support/globalSetup"
import { afterEach, assert, beforeAll, describe, inject, it } from "@effect/vitest"
import { ensureBuilt } from "../support/childServer.ts"
import { runKills } from "./killMatrix.ts"
import { longForms } from "./long.ts"
import { openStage, type Stage } from "./Stage.ts"

let stage: Stage | undefined

beforeAll(ensureBuilt, 300_000)
afterEach(async () => {
  await stage?.close()
  stage = undefined
}, 60_000)

/** A lease of seven seconds is the shortest that there is. */
// The receiver is in this process, which a loaded machine holds up for seconds: a second failure in a row is repeated after minutes.
const quick = { ANNOTARY_WEBHOOK_TIMEOUT_SECONDS: "5", ANNOTARY_WEBHOOK_LEASE_SECONDS: "12" }

const named = process.env.ANNOTARY_DELIVERIES?.split(",") ?? []

if (named.length > 0) longForms(named)

describe.each(named.length > 0 ? [] : ["sqlite", "postgres"])("delivering workers on %s", (kind) => {
  it("that are killed and stopped lose nothing, and repeat no more than was in their hands", async () => {
    stage = await openStage(kind, inject("postgresUrl"), quick)
    const report = await runKills(stage, {
      events: 300,
      endpoints: 2,
      workers: 2,
      kills: 3,
      everyMillis: 1500,
      leaseMillis: 12_000,
      stopMillis: 14_000,
      delayMillis: 60,
    })
    process.stderr.write(`${JSON.stringify({ kind, ...report })}\n`)
    assert.deepStrictEqual(report.wrong, [])
    assert.strictEqual(report.lost, 0)
    assert.isBelow(report.slowestMillis, 45_000)
  }, 180_000)
})
