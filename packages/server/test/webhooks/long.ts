/**
 * The long forms, each with its figures: when `ANNOTARY_DELIVERIES` names databases, as the script `deliveries` does.
 * `ANNOTARY_DELIVERIES_ONLY` chooses among: kills, exact, order, fair, rate, backlog, latency, drain. Sizes: `…_EVENTS`,
 * `…_KILLS`, `…_WORKERS`, `…_ENDPOINTS`.
 */
import type {} from "@annotary/test-support/globalSetup"
import { afterEach, assert, beforeAll, describe, inject, it } from "@effect/vitest"
import { ensureBuilt } from "../support/childServer.ts"
import { runDrain, runFair, runOrder, runRate } from "./behaviour.ts"
import { runKills } from "./killMatrix.ts"
import { openStage, type Stage } from "./Stage.ts"
import { runBacklog, runExact, runLatency, runLatencyInside } from "./throughput.ts"

const { env } = process
const only = env.ANNOTARY_DELIVERIES_ONLY?.split(",")
const sized = (name: string, initially: number) => Number(env[`ANNOTARY_DELIVERIES_${name}`] ?? initially)
const hour = 3_600_000

let stage: Stage | undefined

afterEach(async () => {
  await stage?.close()
  stage = undefined
}, 120_000)

const run = async (
  kind: string,
  what: string,
  body: (opened: Stage) => Promise<object>,
  more = {},
): Promise<object> => {
  stage = await openStage(kind, inject("postgresUrl"), more)
  const report = await body(stage)
  process.stderr.write(`${JSON.stringify({ kind, what, ...report })}\n`)
  return report
}

const wanted = (what: string) => only === undefined || only.includes(what)
const waits = { ANNOTARY_WEBHOOK_WAITS: "1s,1s,1s,1s,1s,1s,1s,1s,1s" }

/** Registers what was asked for. */
export const longForms = (databases: ReadonlyArray<string>): void => {
  describe.each(databases)("deliveries on %s, at full length", (kind) => {
    beforeAll(ensureBuilt, 300_000)

    if (wanted("kills"))
      it(
        "P3: killed and stopped workers lose nothing",
        async () => {
          const size = {
            events: sized("EVENTS", 10_000),
            endpoints: sized("ENDPOINTS", 1),
            workers: sized("WORKERS", 3),
            kills: sized("KILLS", 50),
            everyMillis: 2500,
            leaseMillis: 30_000,
            stopMillis: 40_000,
            delayMillis: 100,
          }
          const report = await run(kind, "kills", (opened) => runKills(opened, size))
          assert.deepInclude(report, { lost: 0, wrong: [] })
          assert.isAtMost("slowestMillis" in report ? Number(report.slowestMillis) : 0, 45_000)
        },
        hour,
      )

    if (wanted("exact"))
      it(
        "P4: 100 000 deliveries by four workers, each once",
        async () => {
          const size = {
            events: sized("EVENTS", 10_000),
            endpoints: sized("ENDPOINTS", 10),
            workers: sized("WORKERS", 4),
            delayMillis: 200,
          }
          const report = await run(kind, "exact", (opened) => runExact(opened, size))
          assert.deepInclude(report, { lost: 0, twice: 0, wrong: [] })
        },
        hour,
      )

    if (wanted("order"))
      it(
        "P6: the order of fifo endpoints, with failures and kills",
        async () => {
          const size = {
            events: sized("EVENTS", 200),
            endpoints: sized("ENDPOINTS", 50),
            workers: sized("WORKERS", 4),
            kills: sized("KILLS", 10),
          }
          const report = await run(kind, "order", (opened) => runOrder(opened, size), waits)
          assert.deepInclude(report, { wrong: [] })
        },
        hour,
      )

    for (const hanging of wanted("fair") ? [1, 10] : [])
      it(
        `P7: 100 endpoints, ${hanging} of which hang`,
        async () => {
          const size = {
            endpoints: sized("ENDPOINTS", 100),
            perSecond: sized("EVENTS", 20),
            seconds: 20,
            hanging,
          }
          await run(kind, "fair", (opened) => runFair(opened, size))
        },
        hour,
      )

    if (wanted("rate"))
      it(
        "P8 and P9: the rate of an endpoint over four workers",
        async () => {
          const size = { events: sized("EVENTS", 2000), limit: 50, workers: sized("WORKERS", 4) }
          const report = await run(kind, "rate", (opened) => runRate(opened, size))
          assert.deepInclude(report, { attemptsBeyondOne: 0, twice: 0 })
        },
        hour,
      )

    if (wanted("backlog"))
      it(
        "P10: a backlog of 100 000",
        async () => {
          const size = {
            events: sized("EVENTS", 10_000),
            endpoints: sized("ENDPOINTS", 10),
            workers: sized("WORKERS", 2),
          }
          await run(kind, "backlog", (opened) => runBacklog(opened, size))
        },
        hour,
      )

    if (wanted("latency"))
      it(
        "P11: from commit to receiver in quiet",
        async () => {
          await run(kind, "latency", (opened) => runLatency(opened, { events: sized("EVENTS", 200) }))
        },
        hour,
      )

    if (wanted("latency"))
      it(
        "P11: from answer to receiver within one process",
        async () => {
          await run(kind, "latency inside", (opened) =>
            runLatencyInside(opened, { events: sized("EVENTS", 200) }),
          )
        },
        hour,
      )

    if (wanted("drain"))
      it(
        "P17: twenty rolling restarts",
        async () => {
          const size = { events: sized("EVENTS", 4000), restarts: sized("KILLS", 20), delayMillis: 100 }
          const report = await run(kind, "drain", (opened) => runDrain(opened, size))
          assert.deepInclude(report, { lost: 0, twice: 0, wrong: [] })
        },
        hour,
      )
  })
}
