/**
 * What follows from a changed role: claims that end, samples that find other places. It is done in the transaction of the
 * change as far as that stays short; a job asked for in the same transaction does the rest, whatever becomes of the process.
 */
import { Effect, Schema } from "effect"
import { DatasetId } from "../domain/Ids.ts"
import { jsonText, parseJson } from "../domain/JsonText.ts"
import { Username } from "../domain/Names.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import type { JobHandler } from "../jobs/JobHandlers.ts"
import { Jobs } from "../jobs/Jobs.ts"
import { Placement } from "./Placement.ts"

/** Whose roles changed on which datasets: each person's on each of them. */
export interface RoleChange {
  readonly people: Iterable<Username>
  readonly datasets: Iterable<DatasetId>
}

/** What a transaction does by itself, while others wait for it. */
const mostSamples = 1000
const mostRoles = 50

const Payload = Schema.Struct({ people: Schema.Array(Username), datasets: Schema.Array(DatasetId) })
const decodePayload = Schema.decodeUnknownSync(Payload)

export class RoleChanges extends Effect.Service<RoleChanges>()("@annotary/core/RoleChanges", {
  effect: Effect.gen(function* () {
    const placement = yield* Placement
    const jobs = yield* Jobs

    /** MUST run in the transaction of the change, after it. */
    const follow = Effect.fn("RoleChanges.follow")(function* (change: RoleChange) {
      const people = [...new Set(change.people)]
      const datasets = [...new Set(change.datasets)]
      const [first] = datasets
      const [createdBy] = people
      if (first === undefined || createdBy === undefined) return
      if (yield* atOnce(people, datasets)) return
      const payload = jsonText({ people, datasets })
      yield* jobs.enqueue({ kind: "placement", datasetId: first, payload, total: datasets.length, createdBy })
    })

    /** Whether everything found its place. */
    const atOnce = (people: ReadonlyArray<Username>, datasets: ReadonlyArray<DatasetId>) =>
      Effect.gen(function* () {
        if (people.length * datasets.length > mostRoles) return false
        let room = mostSamples
        for (const dataset of datasets) {
          for (const user of people) {
            if (room === 0) return false
            const { next, placed } = yield* placement.refreshUpTo(dataset, user, room)
            if (next !== null) return false
            room -= placed
          }
        }
        return true
      })

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
}) {}
