import { Context, type Effect, type Option } from "effect"
import type { QueueName } from "../domain/Claim.ts"
import type { DatasetId } from "../domain/Ids.ts"
import type { JobKind } from "../domain/Job.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** The jobs of one kind that have not ended. */
export interface JobLoad {
  readonly kind: JobKind
  /** Jobs that a worker could lease now. */
  readonly waiting: number
  /** Jobs whose lease lasts: a worker runs them, or they pause before the next attempt. */
  readonly running: number
  /** The creation of the oldest waiting job. */
  readonly oldestWaiting: Timestamp | null
}

/** The samples of one or all datasets that labeling and reviewing have not ended, claimed ones included. */
export interface QueueLoad {
  readonly labeling: number
  readonly reviewing: number
}

/** The load of all queues, and of the datasets with the longest ones. */
export interface QueueLoads extends QueueLoad {
  /** Longest first, both queues together. Datasets without waiting samples are left out. */
  readonly longest: ReadonlyArray<QueueLoad & { readonly datasetId: DatasetId }>
}

/** The claims of one queue over all datasets. */
export interface ClaimLoad {
  readonly queue: QueueName
  /** Claims whose lease lasts. */
  readonly open: number
  /** Claims whose lease is over and whose sample no worker has released yet. */
  readonly expired: number
}

/**
 * The port that measures the work of a storage for its operators. Every method is one statement that reads no samples, and its
 * result may be some seconds old.
 */
export class WorkloadStore extends Context.Tag("@annotary/core/WorkloadStore")<
  WorkloadStore,
  {
    /** The jobs that have not ended, by kind, of the `limit` oldest ones. Kinds without such jobs are left out. */
    readonly jobs: (limit: number) => Effect.Effect<ReadonlyArray<JobLoad>>
    /** The load of the queues, from the counts of the datasets; `longest` names at most that many datasets, at least 1. */
    readonly queues: (longest: number) => Effect.Effect<QueueLoads>
    /** The claims by queue, counted up to `limit` together. Queues without claims are left out. */
    readonly claims: (limit: number) => Effect.Effect<ReadonlyArray<ClaimLoad>>
    /** The creation of the oldest stored event. */
    readonly oldestEvent: Effect.Effect<Option.Option<Timestamp>>
  }
>() {}
