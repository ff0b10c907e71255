/** The worker role: background work. Processes share it. Failures are logged and retried. */
import { Effect, Layer } from "effect"
import { AssetCollection } from "../archives/AssetCollection.ts"
import { RestoreAttempts } from "../archives/RestoreAttempts.ts"
import { AuditPreparation } from "../audits/AuditPreparation.ts"
import { ConfigurationJobs } from "../config-changes/ConfigurationJobs.ts"
import { Cloning } from "../datasets/Cloning.ts"
import { Purge } from "../datasets/Purge.ts"
import { JobHandlers } from "../jobs/JobHandlers.ts"
import { JobWorker } from "../jobs/JobWorker.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { PrelabelRequests } from "../placement/PrelabelRequests.ts"
import { RoleChanges } from "../placement/RoleChanges.ts"
import { ReleaseBuilder } from "../releases/ReleaseBuilder.ts"
import { PeriodicTaskStore } from "../storage/PeriodicTaskStore.ts"
import { ExportBuilder } from "../transfers/ExportBuilder.ts"
import { ImportRunner } from "../transfers/ImportRunner.ts"
import { Maintenance } from "./Maintenance.ts"
import { runLeased } from "./periodicTasks.ts"

/** The service for each kind of job. */
export const layerJobHandlers = Layer.effect(
  JobHandlers,
  Effect.gen(function* () {
    const release = yield* ReleaseBuilder
    const audit = yield* AuditPreparation
    const exports = yield* ExportBuilder
    const imports = yield* ImportRunner
    const clone = yield* Cloning
    const purge = yield* Purge
    const restore = yield* RestoreAttempts
    const placement = yield* RoleChanges
    const prelabeling = yield* PrelabelRequests
    const configuration = yield* ConfigurationJobs
    return {
      release: release.handler,
      audit: audit.handler,
      "object-audit": audit.handler,
      export: exports.handler,
      import: imports.handler,
      clone: clone.handler,
      purge: purge.handler,
      restore: restore.handler,
      placement: placement.handler,
      prelabeling: prelabeling.handler,
      ...configuration.handlers,
    }
  }),
)

/** Runs jobs, and the periodic tasks that one process runs for all, until the scope closes. Jobs in progress are released. */
export const layerWorkers: Layer.Layer<
  never,
  never,
  AssetCollection | JobWorker | Maintenance | PeriodicTaskStore
> = Layer.scopedDiscard(
  Effect.gen(function* () {
    const worker = yield* JobWorker
    const maintenance = yield* Maintenance
    const assets = yield* AssetCollection
    const store = yield* PeriodicTaskStore
    const { jobConcurrency } = yield* EngineSettings
    const loops = [
      ...Effect.replicate(worker.run, jobConcurrency),
      runLeased(store, { name: "expire-leases", everySeconds: 5, run: () => maintenance.expireLeases }),
      runLeased(store, { name: "index-labels", everySeconds: 10, run: () => maintenance.indexLabels }),
      runLeased(store, { name: "forget", everySeconds: 3600, run: () => maintenance.forget }),
      runLeased(store, { name: "collect-assets", everySeconds: 900, run: () => assets.collectWhenDue }),
    ]
    yield* Effect.forEach(loops, Effect.forkScoped, { discard: true })
  }),
)
