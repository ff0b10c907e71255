import { Context, type Effect, type Option } from "effect"
import type { ClaimId, DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"

/** A page of workunits. */
export interface WorkunitQuery {
  readonly datasetId: DatasetId
  readonly user?: Username
  /** Inclusive. */
  readonly start?: Timestamp
  /** Exclusive. */
  readonly end?: Timestamp
  readonly descending: boolean
  readonly offset: number
  readonly limit: number
}

/** A page of the workunits that are kept of deleted datasets. */
export interface DeletedWorkQuery extends Omit<WorkunitQuery, "datasetId"> {
  /** The owner of the datasets. */
  readonly owner: Username
}

/** A workunit of a deleted dataset. */
export interface DeletedWorkunit {
  readonly workunit: Workunit
  readonly datasetId: DatasetId
  /** `owner/name` at the time of the deletion. */
  readonly dataset: string
  readonly deletedAt: Timestamp
}

/** All work on one claim. */
export interface WorkSession {
  readonly claimId: ClaimId
  readonly workunits: number
  readonly time: number
  readonly inactiveTime: number
  /** The creation of the last workunit. */
  readonly lastAt: Timestamp
}

/** A time span. */
export interface TimeSpan {
  /** Inclusive. */
  readonly start: Timestamp
  /** Exclusive. */
  readonly end: Timestamp
}

/** The sums of the work in a time span that is alike in all other fields. */
export interface WorkTally
  extends Pick<Workunit, "action" | "labeler" | "objects" | "reviewedBefore" | "workType"> {
  /** The position of the time span in the request. */
  readonly span: number
  readonly user: Username
  readonly workunits: number
  readonly time: number
  readonly inactiveTime: number
}

/** The time in which work can be taken back, in milliseconds. */
export const undoMillis = 60_000

/** The port for workunits. */
export class WorkunitStore extends Context.Tag("@annotary/core/WorkunitStore")<
  WorkunitStore,
  {
    /**
     * Inserts a workunit. A claim ends at most once: false when a workunit that ended this claim exists (`save` does not end
     * it).
     */
    readonly insert: (workunit: Workunit) => Effect.Effect<boolean>
    /** The workunit that ended the claim. */
    readonly endOf: (claim: ClaimId) => Effect.Effect<Option.Option<Workunit>>
    /** The newest `save` of the claim. */
    readonly lastSave: (claim: ClaimId) => Effect.Effect<Option.Option<Workunit>>
    /** The work on each of these claims of a dataset together, in any order. At most 500 claims. */
    readonly sessions: (
      dataset: DatasetId,
      claims: ReadonlyArray<ClaimId>,
    ) => Effect.Effect<ReadonlyArray<WorkSession>>
    /** Workunits by creation, then id, without their answers (null). */
    readonly list: (query: WorkunitQuery) => Effect.Effect<ReadonlyArray<Workunit>>
    /**
     * Sums up the work in time spans, at most 100, in any order: of everybody (null), or of one person with the reviews of this
     * person's labels. An `undo` is in the spans of the work that it takes back: the last submission or acceptance before it of the same
     * kind, person and sample. It follows within `undoMillis`.
     */
    readonly tally: (
      dataset: DatasetId,
      spans: ReadonlyArray<TimeSpan>,
      person: Username | null,
    ) => Effect.Effect<ReadonlyArray<WorkTally>>
    /** Workunits that are kept of deleted datasets, by creation, then id, without their answers (null). */
    readonly ofDeleted: (query: DeletedWorkQuery) => Effect.Effect<ReadonlyArray<DeletedWorkunit>>
    /**
     * No longer keeps the workunits of up to `limit` deleted datasets whose time has come, or of one, if this was its owner. Returns
     * the datasets; `DatasetStore.purge` deletes what is left of them.
     */
    readonly endKept: (
      datasets:
        | { readonly until: Timestamp; readonly limit: number }
        | { readonly id: DatasetId; readonly owner: Username },
    ) => Effect.Effect<ReadonlyArray<{ readonly id: DatasetId; readonly owner: Username }>>
    /** Deletes digests and answers of workunits older than this, up to `limit`, and returns how many. */
    readonly forgetAnswers: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>() {}
