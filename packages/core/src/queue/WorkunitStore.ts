import { Context, type Effect, type Option } from "effect"
import type { ClaimId, DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"
import type { SavedWork } from "./measureWork.ts"

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

/** The work of one person in a time span. */
export interface WorkSummary {
  readonly user: Username
  readonly workType: "label" | "review" | "normal"
  readonly workunits: number
  readonly time: number
  readonly inactiveTime: number
}

/** The work that was finished on one day. */
export interface DailyWork {
  /** A day in UTC: `2026-11-20`. */
  readonly day: string
  readonly workType: "label" | "review" | "normal"
  readonly workunits: number
}

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
    /** The saves of the claim together. */
    readonly savedWork: (claim: ClaimId) => Effect.Effect<Option.Option<SavedWork>>
    /** Workunits by creation, then id, without their answers (null). */
    readonly list: (query: WorkunitQuery) => Effect.Effect<ReadonlyArray<Workunit>>
    /** The work of each person in a time span. */
    readonly summary: (
      dataset: DatasetId,
      start: Timestamp,
      end: Timestamp,
    ) => Effect.Effect<ReadonlyArray<WorkSummary>>
    /**
     * The finished work of each day (UTC) in a time span, by day and kind; of one person, or of all (null). A save finishes
     * nothing. Days without work are left out.
     */
    readonly daily: (
      dataset: DatasetId,
      span: { readonly start: Timestamp; readonly end: Timestamp; readonly user: Username | null },
    ) => Effect.Effect<ReadonlyArray<DailyWork>>
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
