/** Runs every suite against one adapter. Mount it in a test file of the adapter. */
import type { Storage } from "@annotary/core/effect"
import { describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { apiKeys } from "./apiKeys.ts"
import { archives } from "./archives.ts"
import { archiveTexts } from "./archiveTexts.ts"
import { assetMarks } from "./assetMarks.ts"
import { assets } from "./assets.ts"
import { audit } from "./audit.ts"
import { blobs } from "./blobs.ts"
import { buckets } from "./buckets.ts"
import { claims } from "./claims.ts"
import { collaborators } from "./collaborators.ts"
import { configurationChanges } from "./configurationChanges.ts"
import { configurationVersions } from "./configurationVersions.ts"
import { datasetAccess } from "./datasetAccess.ts"
import { datasets } from "./datasets.ts"
import { endedLeases } from "./endedLeases.ts"
import { erasedAnswers } from "./erasedAnswers.ts"
import { erasedOverlaps } from "./erasedOverlaps.ts"
import { erasedSettings } from "./erasedSettings.ts"
import { erasure } from "./erasure.ts"
import { gold } from "./gold.ts"
import { guides } from "./guides.ts"
import { idempotency } from "./idempotency.ts"
import { invitations } from "./invitations.ts"
import { issues } from "./issues.ts"
import { jobs } from "./jobs.ts"
import { labelHistory } from "./labelHistory.ts"
import { labels } from "./labels.ts"
import { labelsets } from "./labelsets.ts"
import { leases } from "./leases.ts"
import { linkedIdentities } from "./linkedIdentities.ts"
import { models } from "./models.ts"
import { notifier } from "./notifier.ts"
import { outbox } from "./outbox.ts"
import { overlapLeases } from "./overlapLeases.ts"
import { overlapScores } from "./overlapScores.ts"
import { overlaps } from "./overlaps.ts"
import { overlapWork } from "./overlapWork.ts"
import { pauses } from "./pauses.ts"
import { periodicTasks } from "./periodicTasks.ts"
import { pictureSizes } from "./pictureSizes.ts"
import { predictions } from "./predictions.ts"
import { purge } from "./purge.ts"
import { queueFacts } from "./queueFacts.ts"
import { queueOrder } from "./queueOrder.ts"
import { queueViews } from "./queueViews.ts"
import { quotas } from "./quotas.ts"
import { races } from "./races.ts"
import { releaseAudits } from "./releaseAudits.ts"
import { releases } from "./releases.ts"
import { sampleClaims } from "./sampleClaims.ts"
import { sampleFilters } from "./sampleFilters.ts"
import { sampleOrders } from "./sampleOrders.ts"
import { samplePages } from "./samplePages.ts"
import { sampleSearches } from "./sampleSearches.ts"
import { samples } from "./samples.ts"
import { secrets } from "./secrets.ts"
import { sessions } from "./sessions.ts"
import { snapshots } from "./snapshots.ts"
import { stagedCheckResults } from "./stagedCheckResults.ts"
import { type Lack, type Suite, withNewIds } from "./suite.ts"
import { transactions } from "./transactions.ts"
import { transfers } from "./transfers.ts"
import { undoneWork } from "./undoneWork.ts"
import { users } from "./users.ts"
import { warnings } from "./warnings.ts"
import { workload } from "./workload.ts"
import { workunits } from "./workunits.ts"

export const suites: ReadonlyArray<Suite> = [
  transactions,
  races,
  users,
  models,
  apiKeys,
  quotas,
  sessions,
  invitations,
  buckets,
  linkedIdentities,
  audit,
  erasure,
  erasedAnswers,
  erasedOverlaps,
  erasedSettings,
  datasets,
  datasetAccess,
  collaborators,
  guides,
  pauses,
  configurationVersions,
  purge,
  labelsets,
  samples,
  sampleFilters,
  sampleSearches,
  sampleOrders,
  samplePages,
  labels,
  labelHistory,
  configurationChanges,
  warnings,
  stagedCheckResults,
  pictureSizes,
  issues,
  claims,
  leases,
  endedLeases,
  sampleClaims,
  overlaps,
  overlapLeases,
  overlapScores,
  overlapWork,
  gold,
  queueViews,
  queueOrder,
  queueFacts,
  workunits,
  predictions,
  undoneWork,
  releases,
  releaseAudits,
  transfers,
  snapshots,
  archives,
  archiveTexts,
  assets,
  assetMarks,
  jobs,
  outbox,
  idempotency,
  secrets,
  periodicTasks,
  workload,
  notifier,
  blobs,
]

/**
 * Registers the tests of all ports under the name. Every test builds the layer, which must create a new, empty
 * storage each time (or be a function that returns such a layer). Suites for capabilities that the adapter `lacks`
 * are skipped, with the reason in the report. `timeoutMillis` is the time that a test may take with its storage.
 */
export const storageContract = <E>(
  name: string,
  layer: Layer.Layer<Storage, E> | (() => Layer.Layer<Storage, E>),
  lacks: ReadonlyArray<Lack> = [],
  timeoutMillis = 20_000,
): void => {
  const fresh = typeof layer === "function" ? layer : () => layer
  describe(name, () => {
    for (const { port, needs, tests } of suites) {
      const lack = lacks.find(({ capability }) => capability === needs)
      describe(port, () => {
        for (const [sentence, test] of Object.entries(tests)) {
          if (lack !== undefined) it.skip(`${sentence} (left out: ${lack.reason})`)
          else
            it.scopedLive(
              sentence,
              () => withNewIds(Effect.suspend(() => Effect.provide(test, fresh()))),
              timeoutMillis,
            )
        }
      })
    }
  })
}
