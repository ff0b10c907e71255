/** What the engine asks of storage about samples. Content is kept in append-only version rows; deleted samples are seen by nobody. */
import { Context, type Effect, type Option } from "effect"
import type { DatasetId, LabelsetId, SampleId, VersionId } from "../domain/Ids.ts"
import type { Label, LabelStatus } from "../domain/Label.ts"
import type { LongBodies } from "../domain/LongText.ts"
import type { SampleName, Username } from "../domain/Names.ts"
import type { Sample } from "../domain/Sample.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

export type SortKey = "name" | "created_at" | "priority" | "gt_label__updated_at"

/** Which samples of a dataset; all that is given must hold. */
export interface SampleFilter {
  readonly datasetId: DatasetId
  /** Case-sensitive substring. */
  readonly nameContains?: string
  /** Top-level scalar metadata, compared as text; all must match. */
  readonly metadata?: ReadonlyArray<{ readonly key: string; readonly value: string }>
  /** Of the ground-truth label; any of these. */
  readonly labelStatuses?: ReadonlyArray<LabelStatus | "UNLABELED">
  readonly assignedLabeler?: Username
  readonly assignedReviewer?: Username
  readonly priorityAtLeast?: number
  readonly priorityAtMost?: number
}

/** A place in an order: the value sorted by, then the id. `null` stands for "no ground-truth label", which comes last both ways. */
export interface SampleCursor {
  readonly value: string | number | null
  readonly id: SampleId
}

export interface SampleQuery {
  readonly filter: SampleFilter
  /** Text by Unicode code point; ties by id, rising in both directions. */
  readonly sort: { readonly key: SortKey; readonly descending: boolean }
  readonly start: { readonly offset: number } | { readonly after: SampleCursor }
  /** At most 10 000. */
  readonly limit: number
}

/** A sample as it is to be, and the version that it must have until then. */
export interface SampleChange {
  readonly sample: Sample
  readonly expected: VersionId
}

/** Whose labels come along with samples. */
export interface WithLabels {
  readonly labelset: LabelsetId
  /** False: the labels come without their attributes (null). */
  readonly full: boolean
}

/** A sample and, when a labelset was requested, its label there. */
export interface SampleRow {
  readonly sample: Sample
  /** Null: it has none; undefined: none was requested. */
  readonly label: Label | null | undefined
  /** What was left in storage, see `SampleStore.portion`. */
  readonly long?: LongBodies | undefined
}

export interface SamplePortion {
  /** Those of the ids read that exist, in the order of the ids. */
  readonly rows: ReadonlyArray<SampleRow>
  /** How many of the ids were read, from the first on. */
  readonly read: number
}

export class SampleStore extends Context.Tag("@annotary/core/SampleStore")<
  SampleStore,
  {
    /**
     * Adds those whose name is free in their dataset; answers the ids of those added. Two callers with one name: exactly one
     * adds it. At most 1000 at once, all of one dataset, names distinct.
     */
    readonly insert: (samples: ReadonlyArray<Sample>) => Effect.Effect<ReadonlySet<SampleId>>
    /** Those that exist, in the order of the ids. At most 1000. `full` false leaves their content unread (null, `{}`, ""). */
    readonly byIds: (ids: ReadonlyArray<SampleId>, full?: boolean) => Effect.Effect<ReadonlyArray<Sample>>
    /**
     * The samples of the first ids with their labels: as many ids as have at most `bytes` of bodies together, and at least
     * one, whatever its size. At most 1000 ids. The size of a body is known before it is read.
     *
     * `long`: a body of more than `bytes` may stay in storage, to be read in pieces: the first of about as many, others at most as long as all before them. It is then what it
     * was when the row was read, or its reading fails.
     */
    readonly portion: (
      ids: ReadonlyArray<SampleId>,
      labels: WithLabels | null,
      bytes: number,
      long?: boolean,
    ) => Effect.Effect<SamplePortion>
    readonly byId: (id: SampleId) => Effect.Effect<Option.Option<Sample>>
    /** The sample and the number of its dataset's configuration, read in one statement. */
    readonly byIdWithConfigVersion: (
      id: SampleId,
    ) => Effect.Effect<Option.Option<{ readonly sample: Sample; readonly configVersion: number }>>
    readonly byNames: (
      dataset: DatasetId,
      names: ReadonlyArray<SampleName>,
    ) => Effect.Effect<ReadonlyArray<Sample>>
    /** Replaces all fields when the stored version is `expected`; `taken`: the new name belongs to another sample. */
    readonly update: (sample: Sample, expected: VersionId) => Effect.Effect<"updated" | "stale" | "taken">
    /**
     * Gives many samples of one dataset the priority, assignees, version and time that they have here; their names and content
     * stay. At most 1000, distinct; answers the ids of those whose stored version was the expected one.
     */
    readonly updateMany: (changes: ReadonlyArray<SampleChange>) => Effect.Effect<ReadonlySet<SampleId>>
    /** Marks as deleted; answers the ids that were there. Their labels, issues and queue rows are gone from every read. */
    readonly markDeleted: (
      dataset: DatasetId,
      ids: ReadonlyArray<SampleId>,
      at: Timestamp,
    ) => Effect.Effect<ReadonlyArray<SampleId>>
    /** A page of ids with their place in the order. */
    readonly page: (query: SampleQuery) => Effect.Effect<ReadonlyArray<SampleCursor>>
    /** How many match, counted no further than `cap`. */
    readonly count: (filter: SampleFilter, cap: number) => Effect.Effect<number>
    /** The labels of these samples in one labelset. `full` false: attributes are null (not read). */
    readonly labels: (
      labelset: LabelsetId,
      ids: ReadonlyArray<SampleId>,
      full: boolean,
    ) => Effect.Effect<ReadonlyMap<SampleId, Label>>
  }
>() {}
