import { Effect, Schema } from "effect"
import { DatasetId } from "../domain/Ids.ts"
import { parseJson, toJsonText } from "../domain/JsonText.ts"
import { Username } from "../domain/Names.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import type { JobHandler } from "../jobs/JobHandlers.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Placement } from "./Placement.ts"

/** The people whose roles changed, each of them on each of the datasets. */
export interface RoleChange {
  readonly people: Iterable<Username>
  readonly datasets: Iterable<DatasetId>
}

/** The most samples that one transaction updates, because others wait for it. */
const mostSamples = 1000
const mostRoles = 50

const Payload = Schema.Struct({ people: Schema.Array(Username), datasets: Schema.Array(DatasetId) })
const decodePayload = Schema.decodeUnknownSync(Payload)

/**
 * Updates the queues after a change of roles: ends claims and moves samples. Small changes complete in the transaction of the
 * change. A job that is enqueued in the same transaction does the rest, even if the process dies.
 */
export class RoleChanges extends Effect.Service<RoleChanges>()("@annotary/core/RoleChanges", {
  effect: Effect.gen(function* () {
    const placement = yield* Placement
    const jobs = yield* Jobs

    /** Updates the queues. MUST run in the transaction of the change, after it. */
    const follow = Effect.fnUntraced(function* (change: RoleChange) {
      const people = [...new Set(change.people)]
      const datasets = [...new Set(change.datasets)]
      const [first] = datasets
      const [createdBy] = people
      if (first === undefined || createdBy === undefined) return
      if (yield* applyAtOnce(people, datasets)) return
      const payload = toJsonText({ people, datasets })
      yield* jobs.enqueue({ kind: "placement", datasetId: first, payload, total: datasets.length, createdBy })
    })

    /** Whether all samples were updated. */
    const applyAtOnce = (people: ReadonlyArray<Username>, datasets: ReadonlyArray<DatasetId>) =>
      Effect.gen(function* () {
        if (people.length * datasets.length > mostRoles) return false
        let remaining = mostSamples
        for (const dataset of datasets) {
          for (const user of people) {
            if (remaining === 0) return false
            const { next, placed } = yield* placement.refreshUpTo(dataset, user, remaining)
            if (next !== null) return false
            remaining -= placed
          }
        }
        return true
      })

    /** The handler of jobs that update the queues after a change of roles. */
    const handler: JobHandler = {
      mustSucceed: true,
      run: (job, report) =>
        Effect.gen(function* () {
          const { datasets, people } = decodePayload(parseJson(job.payload))
          for (const [done, dataset] of datasets.entries()) {
            for (const user of people) yield* placement.refreshUser(dataset, user)
            yield* report(done + 1, datasets.length)
            yield* betweenBatches
          }
          return Effect.void
        }),
    }

    return { follow, handler }
  }),
}) {
  static readonly dependencies = [Jobs, Placement] as const
}
