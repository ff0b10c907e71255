import { Effect, type Option } from "effect"
import { requireSiteAdmin } from "../access/actors.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import { makeRecentReading } from "./recentReading.ts"
import { type ClaimLoad, type JobLoad, type QueueLoads, WorkloadStore } from "./WorkloadStore.ts"

/** Work that waits or runs in a storage, for its operators. */
export interface WorkloadReading {
  readonly jobs: ReadonlyArray<JobLoad>
  readonly queues: QueueLoads
  readonly claims: ReadonlyArray<ClaimLoad>
  readonly oldestEvent: Option.Option<Timestamp>
}

/** Counting further would cost more and add no information. */
const countedUpTo = 10_000
/** The number of datasets whose queues are reported one by one. */
const longest = 20

/**
 * Measures what waits and what is in work, for metrics, where no permissions are checked, and for site admins. Names no person, and no
 * dataset but by its id.
 */
export class Workload extends Effect.Service<Workload>()("@annotary/core/Workload", {
  effect: Effect.map(WorkloadStore, (store) => {
    /** A reading that is at most some seconds old. None while the storage does not answer. */
    const read: Effect.Effect<Option.Option<WorkloadReading>> = makeRecentReading(
      Effect.all({
        jobs: store.jobs(countedUpTo),
        queues: store.queues(longest),
        claims: store.claims(countedUpTo),
        oldestEvent: store.oldestEvent,
      }),
    )

    /** The same for a site admin. */
    const report = Effect.zipRight(requireSiteAdmin, read)

    return { read, report }
  }),
}) {}
