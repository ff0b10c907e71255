import { Context, type Effect, type Option, Schema } from "effect"
import type { DatasetAccess } from "../access/DatasetStore.ts"
import { DatasetId, type LabelsetId, type SampleId, type VersionId } from "../domain/Ids.ts"
import { type Label, LabelStatus } from "../domain/Label.ts"
import type { LongBodies } from "../domain/LongText.ts"
import { isCleanText, type SampleName, Username } from "../domain/Names.ts"
import { OverlapState, type OverlapSummary, type StoredOverlapState } from "../domain/Overlap.ts"
import type { PictureSize } from "../domain/PictureSize.ts"
import type { Sample } from "../domain/Sample.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { SearchCondition } from "./search/SearchCondition.ts"

/** The keys by which samples are sorted. */
export type SortKey = "name" | "created_at" | "priority" | "gt_label__updated_at"

const Text = Schema.String.pipe(Schema.filter(isCleanText))
const makeOptional = <A, I>(schema: Schema.Schema<A, I>) => Schema.optionalWith(schema, { exact: true })

/** A filter for samples of a dataset. All given conditions must hold. */
const MetadataPair = Schema.Struct({ key: Text, value: Text })

const MetadataCondition = Schema.Struct({
  ...MetadataPair.fields,
  /** Other pairs that match as well: a text of several colons can be read in several ways. */
  alternatives: makeOptional(Schema.Array(MetadataPair)),
})

export const SampleFilter = Schema.Struct({
  datasetId: DatasetId,
  /** Case-sensitive substring. */
  nameContains: makeOptional(Text),
  /** Top-level scalar metadata, compared as text; all must match, each in itself or in one of its alternatives. */
  metadata: makeOptional(Schema.Array(MetadataCondition)),
  /** Statuses of the ground-truth label; any of these. */
  labelStatuses: makeOptional(Schema.Array(Schema.Literal(...LabelStatus.literals, "UNLABELED"))),
  assignedLabeler: makeOptional(Username),
  assignedReviewer: makeOptional(Username),
  priorityAtLeast: makeOptional(Schema.Finite),
  priorityAtMost: makeOptional(Schema.Finite),
  /** States of samples that several people label; any of these. */
  overlapStates: makeOptional(Schema.Array(OverlapState)),
  /** The text of a search. Its names are resolved for each page. */
  search: makeOptional(Schema.String),
})
export type RequestedFilter = typeof SampleFilter.Type

/**
 * A filter as storages get it: a search as its condition. Callers and cursors never name the state of gold samples, which the service
 * adds.
 */
export interface SampleFilter extends Omit<RequestedFilter, "overlapStates" | "search"> {
  readonly overlapStates?: ReadonlyArray<StoredOverlapState>
  readonly search?: SearchCondition
}

/**
 * A position in an order: the value sorted by, then the id. `null` stands for no ground-truth label, which comes last in both
 * directions.
 */
export interface SampleCursor {
  readonly value: string | number | null
  readonly id: SampleId
}

/** A page of samples in an order, with a filter. */
export interface SampleQuery {
  readonly filter: SampleFilter
  /** Text sorts by Unicode code point; ties by id, ascending in both directions. */
  readonly sort: { readonly key: SortKey; readonly descending: boolean }
  readonly start: { readonly offset: number } | { readonly after: SampleCursor }
  /** At most 10 000. */
  readonly limit: number
}

/** The next state of a sample, and the expected current version. */
export interface SampleChange {
  readonly sample: Sample
  readonly expected: VersionId
}

/** The labelset whose labels are returned with samples. */
export interface WithLabels {
  readonly labelset: LabelsetId
  /** False returns the labels without their attributes (null). */
  readonly full: boolean
}

/** A sample and, when a labelset was requested, its label there. */
export interface SampleRow {
  readonly sample: Sample
  /** Null when it has none; undefined when none was requested. */
  readonly label: Label | null | undefined
  /** Bodies that remain in storage, see `SampleStore.portion`. */
  readonly long?: LongBodies | undefined
  /** Measured sizes of its pictures, where the reader adds them. */
  readonly pictureSizes?: ReadonlyArray<PictureSize> | undefined
  /** Its overlap, where the reader adds it. */
  readonly overlap?: OverlapSummary | undefined
}

/** A sample with what a write of its label needs. */
export interface SampleForWrite {
  readonly sample: Sample
  readonly label: Label | null
  readonly configVersion: number
  readonly datasetVersion: VersionId
}

/** The same with the dataset, and the role of the person who writes. */
export interface SampleForWriteBy extends SampleForWrite {
  readonly access: DatasetAccess
}

/** The samples of the first ids that fit a size limit. */
export interface SamplePortion {
  /** The existing samples of the ids read, in the order of the ids. */
  readonly rows: ReadonlyArray<SampleRow>
  /** The number of ids read, from the first on. */
  readonly read: number
}

/** The port for samples. Content is stored in append-only version rows. No read returns deleted samples. */
export class SampleStore extends Context.Tag("@annotary/core/SampleStore")<
  SampleStore,
  {
    /**
     * Inserts the samples whose names are free in their dataset, and returns their ids. Of two concurrent callers with one
     * name, exactly one inserts it. At most 1000 of one dataset, with distinct names.
     */
    readonly insert: (samples: ReadonlyArray<Sample>) => Effect.Effect<ReadonlySet<SampleId>>
    /** The samples that exist, in the order of the ids. At most 1000. `full` false leaves the content unread (null, `{}`, ""). */
    readonly byIds: (ids: ReadonlyArray<SampleId>, full?: boolean) => Effect.Effect<ReadonlyArray<Sample>>
    /**
     * The samples of the first ids with their labels: as many ids as have at most `bytes` of bodies together, and at least
     * one of any size. At most 1000 ids. The size of a body is known before it is read.
     *
     * `long`: a body of more than `bytes` may stay in storage, and is read in pieces: the first of about `bytes`, others at
     * most as long as all before them. It is then the body at the time of the row, or its reading fails.
     */
    readonly portion: (
      ids: ReadonlyArray<SampleId>,
      labels: WithLabels | null,
      bytes: number,
      long?: boolean,
    ) => Effect.Effect<SamplePortion>
    /** The sample of that id. */
    readonly byId: (id: SampleId) => Effect.Effect<Option.Option<Sample>>
    /** The sample, its label in a labelset, and the versions of the dataset and of its configuration, as they were at one moment. */
    readonly forWrite: (id: SampleId, labelset: LabelsetId) => Effect.Effect<Option.Option<SampleForWrite>>
    /** `forWrite` with the dataset and the person's role in it, as `DatasetStore.access` returns them, in one statement. */
    readonly forWriteBy: (
      user: Username | null,
      id: SampleId,
      labelset: LabelsetId,
    ) => Effect.Effect<Option.Option<SampleForWriteBy>>
    /** The samples of a dataset with these names. At most 1000. */
    readonly byNames: (
      dataset: DatasetId,
      names: ReadonlyArray<SampleName>,
    ) => Effect.Effect<ReadonlyArray<Sample>>
    /** Replaces all fields when the stored version is `expected`. `taken`: another sample has the new name. */
    readonly update: (sample: Sample, expected: VersionId) => Effect.Effect<"updated" | "stale" | "taken">
    /**
     * Sets priority, assignees, version and time of many samples of one dataset; names and content are unchanged. At most
     * 1000, distinct. Returns the ids whose stored version was the expected one.
     */
    readonly updateMany: (changes: ReadonlyArray<SampleChange>) => Effect.Effect<ReadonlySet<SampleId>>
    /** Marks samples as deleted, and returns the ids that existed. No read returns their labels, issues and queue rows. */
    readonly markDeleted: (
      dataset: DatasetId,
      ids: ReadonlyArray<SampleId>,
      at: Timestamp,
    ) => Effect.Effect<ReadonlyArray<SampleId>>
    /** A page of ids with their positions in the order. */
    readonly page: (query: SampleQuery) => Effect.Effect<ReadonlyArray<SampleCursor>>
    /** The number of matching samples, counted up to `cap`. */
    readonly count: (filter: SampleFilter, cap: number) => Effect.Effect<number>
    /** Those of the keys that metadata of a sample in the dataset has, as `filters` finds it. At most 100. */
    readonly metadataKeys: (
      dataset: DatasetId,
      keys: ReadonlyArray<string>,
    ) => Effect.Effect<ReadonlySet<string>>
    /**
     * Whether searches by objects would miss labels of the dataset: those that an earlier version wrote, until `LabelStore.indexPortion` has read
     * them, and those that a change of the configuration rewrites.
     */
    readonly hasUnindexedLabels: (dataset: DatasetId) => Effect.Effect<boolean>
    /** The labels of these samples in one labelset. `full` false leaves the attributes unread (null). */
    readonly labels: (
      labelset: LabelsetId,
      ids: ReadonlyArray<SampleId>,
      full: boolean,
    ) => Effect.Effect<ReadonlyMap<SampleId, Label>>
  }
>() {}
