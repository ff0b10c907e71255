import { Effect } from "effect"
import { Access, findUsername } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { makeArchivedAccounts } from "../accounts/makeArchivedAccounts.ts"
import { makeArchivedAssets } from "../assets/makeArchivedAssets.ts"
import { makeDatasetCreation } from "../datasets/makeDatasetCreation.ts"
import { CurrentActor } from "../domain/Actor.ts"
import { AlreadyExists, Conflict } from "../domain/errors.ts"
import type { DatasetId } from "../domain/Ids.ts"
import { type LeasedJob, makeOwnJobs } from "../jobs/makeOwnJobs.ts"
import { Placement } from "../placement/Placement.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { Transaction } from "../storage/Transaction.ts"
import { ArchivedEndpoints } from "../webhooks/ArchivedEndpoints.ts"
import { ArchiveStore } from "./ArchiveStore.ts"
import type { RestoreState } from "./restoreState.ts"

/** Makes a restored dataset visible, in one transaction, when all of it is written and verified. */
export const makeRestorePublishing = Effect.gen(function* () {
  const store = yield* ArchiveStore
  const transaction = yield* Transaction
  const access = yield* Access
  const assets = yield* makeArchivedAssets
  const accounts = yield* makeArchivedAccounts
  const endpoints = yield* ArchivedEndpoints
  const samples = yield* SampleReader
  const placement = yield* Placement
  const creation = yield* makeDatasetCreation
  const audit = yield* AuditLog
  const own = yield* makeOwnJobs
  const quota = yield* QuotaCounter

  /** Publishes the dataset and returns how many endpoints were added. */
  const publish = (state: RestoreState, leased: LeasedJob) =>
    transaction.run(publishInTransaction(state, leased))

  const publishInTransaction = (state: RestoreState, leased: LeasedJob) =>
    Effect.gen(function* () {
      const { id } = state.dataset
      yield* own.end(leased, null)
      for (const asset of state.assets)
        if (!(yield* assets.complete(asset))) return yield* new Conflict({ code: "changed_meanwhile" })
      if (!(yield* assets.keep(state.keptAssets))) return yield* new Conflict({ code: "changed_meanwhile" })
      const by = findUsername(yield* CurrentActor)
      for (const account of state.accounts) yield* accounts.create(account, state.dataset.owner, by)
      const published = yield* store.publish(id)
      if (published === "taken") return yield* new AlreadyExists({ resource: "dataset" })
      if (published === "gone") return yield* new Conflict({ code: "changed_meanwhile" })
      yield* placeAll(id)
      const { dataset, ownerQuota, recordsEvents } = yield* Effect.orDie(
        access.findAsSystem({ _tag: "Id", id }),
      )
      yield* assets.count(dataset.id, [...state.assets.map((asset) => asset.id), ...state.keptAssets])
      if (ownerQuota !== null) yield* quota.recountWithin(dataset.owner)
      const restored = yield* endpoints.restore(dataset, state.endpoints)
      const details = { createdAccounts: state.accounts.length }
      yield* audit.record({
        action: "dataset.restored",
        account: dataset.owner,
        datasetId: id,
        details,
      })
      yield* creation.report(dataset, recordsEvents)
      return restored
    })

  /** The places of all samples in the queues: those in progress are free again. */
  const placeAll = (datasetId: DatasetId) =>
    Effect.gen(function* () {
      let after: Place | null = null
      do {
        const page: ReadonlyArray<Place> = yield* samples.readPage({
          filter: { datasetId },
          sort: { key: "created_at", descending: false },
          start: after === null ? { offset: 0 } : { after },
          limit: pageSize,
        })
        yield* placement.refresh(
          datasetId,
          page.map(({ id }) => id),
          "unknown",
        )
        after = page.length < pageSize ? null : (page.at(-1) ?? null)
      } while (after !== null)
    })

  return { publish }
})

/** A position in the list of samples. */
type Place = Effect.Effect.Success<ReturnType<SampleReader["readPage"]>>[number]

const pageSize = 1000
