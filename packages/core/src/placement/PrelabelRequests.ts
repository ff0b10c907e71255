import { Effect, Option } from "effect"
import { DatasetStore } from "../access/DatasetStore.ts"
import type { DatasetId, SampleId } from "../domain/Ids.ts"
import { toJsonText } from "../domain/JsonText.ts"
import type { Username } from "../domain/Names.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import type { JobHandler } from "../jobs/JobHandlers.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { type SampleCursor, SampleStore } from "../reading/SampleStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { ClaimStore } from "./ClaimStore.ts"
import { Placement } from "./Placement.ts"
import type { QueueFacts } from "./queueKey.ts"

/** The samples that one transaction updates, because others wait for it. */
const batch = 500

/**
 * Requests the labels of models for the samples of a dataset when its setting `enable_prelabeling` is switched on, and takes the
 * requests back when it is switched off. A job does it in batches, each of which follows the setting of its moment.
 */
export class PrelabelRequests extends Effect.Service<PrelabelRequests>()("@annotary/core/PrelabelRequests", {
  effect: Effect.gen(function* () {
    const datasets = yield* DatasetStore
    const samples = yield* SampleStore
    const claims = yield* ClaimStore
    const placement = yield* Placement
    const jobs = yield* Jobs
    const transaction = yield* Transaction

    /** Enqueues the job. MUST run in the transaction that changes the setting. */
    const enqueue = (datasetId: DatasetId, createdBy: Username) =>
      jobs.enqueue({ kind: "prelabeling", datasetId, payload: toJsonText({}), total: null, createdBy })

    /** Updates the requests of a batch in its own transaction. The setting is read after the lock, because it may change while this waits. */
    const updateSome = (datasetId: DatasetId, ids: ReadonlyArray<SampleId>) =>
      transaction.run(
        Effect.gen(function* () {
          const openClaims = yield* placement.lock(datasetId, ids)
          const access = Option.getOrUndefined(yield* datasets.access({ _tag: "Id", id: datasetId }, null))
          if (access === undefined) return
          const facts = yield* claims.facts(datasetId, ids)
          if (access.dataset.settings.enablePrelabeling)
            return yield* placement.place(datasetId, facts.filter(isWithoutRequest).map(requestFirst), "made")
          const ofModels = [...openClaims.values()].filter(({ queue }) => queue === "prelabeling")
          yield* placement.release(
            datasetId,
            ofModels.map(({ sampleId }) => sampleId),
            "withdrawn",
          )
          yield* placement.place(datasetId, facts.filter(hasRequest).map(removeRequest), "made")
        }),
      )

    /** The handler of jobs that update the requests of all samples, in the order of their creation. */
    const handler: JobHandler = {
      mustSucceed: true,
      run: ({ datasetId }, report) =>
        Effect.gen(function* () {
          const order = { filter: { datasetId }, sort: { key: "created_at", descending: false } } as const
          let after: SampleCursor | undefined
          for (let done = 0; ; ) {
            const start = after === undefined ? { offset: 0 } : { after }
            const page = yield* samples.page({ ...order, start, limit: batch })
            after = page.at(-1)
            if (after === undefined) return Effect.void
            yield* updateSome(
              datasetId,
              page.map(({ id }) => id),
            )
            done += page.length
            yield* report(done, null)
            yield* betweenBatches
          }
        }),
    }

    return { enqueue, handler }
  }),
}) {
  static readonly dependencies = [Jobs, Placement] as const
}

const hasRequest = ({ prelabel }: QueueFacts): boolean => prelabel !== undefined

/** Samples that several people label have no requests. */
const isWithoutRequest = ({ overlap, prelabel, status }: QueueFacts): boolean =>
  status === null && overlap === undefined && prelabel === undefined

const requestFirst = (facts: QueueFacts): QueueFacts => ({ ...facts, prelabel: "first" })

const removeRequest = (facts: QueueFacts): QueueFacts => ({ ...facts, prelabel: undefined })
