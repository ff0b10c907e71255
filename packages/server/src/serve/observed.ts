/** Every role of the server reports its metrics, who may read them, and whether it is ready. */
import {
  type Backlog,
  ConnectionPool,
  DeliveryStore,
  makeRecentReading,
  Workload,
} from "@annotary/core/effect"
import type { HostReport, OperationsOptions } from "@annotary/http"
import { Effect, type Option, Runtime, type Scope } from "effect"
import { getDatabaseKind } from "../databases/kinds.ts"
import type { Running } from "../engine/engineLayer.ts"
import { makeDeliveryFamilies } from "../metrics/deliveryMetrics.ts"
import { makeGauges } from "../metrics/gauge.ts"
import { type Metrics, makeMetrics, type Source } from "../metrics/metrics.ts"
import { makePoolFamilies, makeWorkloadFamilies } from "../metrics/workloadMetrics.ts"
import type { Settings } from "../settings/settings.ts"
import { getVersion } from "../version.ts"
import { findProcessIndex } from "./processes.ts"
import { makeReadiness } from "./readiness.ts"

/** The metrics and the health of one process. */
export interface Observed {
  readonly metrics: Metrics
  /** Whether the process serves, and its database is available and intact. */
  readonly ready: Effect.Effect<boolean>
  /** False until all roles have started, and from the signal to stop on. */
  readonly setServing: (serving: boolean) => void
  /** The metrics with the rule of access, the same on every port. */
  readonly scraping: NonNullable<OperationsOptions["metrics"]>
  /** The report about the process, for site admins. */
  readonly report: HostReport
}

/** Measures until the scope closes. */
export const makeObserved = (settings: Settings): Effect.Effect<Observed, never, Running | Scope.Scope> =>
  Effect.gen(function* () {
    const backlog = makeRecentReading((yield* DeliveryStore).backlog(countedUpTo))
    const source = yield* makeDatabaseSource(settings, backlog)
    const metrics = yield* Effect.acquireRelease(
      Effect.sync(() => makeMetrics(source, toProcessLabels())),
      ({ stop }) => Effect.sync(stop),
    )
    const { metrics: access, metricsToken: token } = settings
    const available = yield* makeReadiness(settings)
    let serving = false
    return {
      metrics,
      ready: Effect.suspend(() => (serving ? available : Effect.succeed(false))),
      setServing: (now) => {
        serving = now
      },
      scraping: {
        text: Effect.promise(metrics.text),
        open: access === "open",
        ...(token === undefined ? {} : { token }),
      },
      report: {
        roles: settings.roles,
        database: getDatabaseKind(settings.databaseUrl),
        runtime: `Node ${process.version}`,
        connections: yield* ConnectionPool,
        deliveries: backlog,
      },
    }
  })

/** Which of the processes of `ANNOTARY_WORKERS` counted; nothing for a single one. */
const toProcessLabels = (): { readonly [label: string]: string } => {
  const index = findProcessIndex()
  return index === undefined ? {} : { process: String(index) }
}

/** Counting further would cost more and add no information. */
const countedUpTo = 10_000

/** Reports the roles of this process, its pool, and the work in the database. */
const makeDatabaseSource = (
  { databaseUrl, roles }: Settings,
  allDeliveries: Effect.Effect<Option.Option<Backlog>>,
): Effect.Effect<Source, never, Running> =>
  Effect.gen(function* () {
    const workload = yield* Workload
    const pool = yield* ConnectionPool
    // A worker's dispatcher reports its backlog itself.
    const backlog = roles.includes("worker") ? Effect.succeedNone : allDeliveries
    const run = Runtime.runPromise(yield* Effect.runtime<never>())
    const labels = { version: getVersion(), database: getDatabaseKind(databaseUrl), roles: roles.join(",") }
    const build = makeGauges(
      "annotary_build_info",
      "1; the version, the database and the roles of the process.",
      [{ labels, value: 1 }],
    )
    return async () => [
      build,
      ...makePoolFamilies(pool()),
      ...makeWorkloadFamilies(await run(workload.read), Date.now()),
      ...makeDeliveryFamilies(await run(backlog)),
    ]
  })
