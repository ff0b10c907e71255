import { Context, type Effect, type Option } from "effect"
import type { Claim, ClaimEnd, QueueName, QueueStep } from "../domain/Claim.ts"
import type { ClaimId, DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { BriefOverlap, Overlap, OverlapLabel, OverlapLease } from "../domain/Overlap.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** A search for samples that a person would get. */
export interface WaitingOverlapQuery {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly queue: QueueName
  /** 1–1001. */
  readonly limit: number
  /** Whether the limit is that of each step, as views count them. Otherwise it is that of all steps together, and later samples may be left
   * out. */
  readonly isPerStep?: boolean | undefined
}

/** A claim of the first sample of the labeling queue. */
export interface FirstOverlapRequest {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly leaseSeconds: number
  /** The id of the new claim. */
  readonly id: ClaimId
}

/** The samples of which a person has places. */
export interface OwnPlacesQuery {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly queues: ReadonlyArray<QueueName>
  readonly limit: number
}

/** A sample that a person would get. */
export interface WaitingOverlap {
  readonly sampleId: SampleId
  readonly step: QueueStep
  /** -priority. */
  readonly np: number
}

/** The last version of a person's label. */
export interface StartedOverlapLabel extends OverlapLabel {
  /** The time of the person's first version. */
  readonly startedAt: Timestamp
}

/** Overlaps at an instant. */
export interface OverlapsAt {
  /** The storage's clock, milliseconds since 1970. */
  readonly now: number
  readonly overlaps: ReadonlyMap<SampleId, Overlap>
}

/**
 * The port for samples that several people label. It stores and finds; `overlapPlaces.ts` has the rules. Only samples with overlap have rows
 * here, and nothing else reads their labels.
 */
export class OverlapStore extends Context.Tag("@annotary/core/OverlapStore")<
  OverlapStore,
  {
    /** The overlaps of those of these samples that have one. */
    readonly find: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlyMap<SampleId, Overlap>>
    /** The same without the comparisons of their labels, with their scores where these are asked for. */
    readonly findBrief: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      withScores: boolean,
    ) => Effect.Effect<ReadonlyMap<SampleId, BriefOverlap>>
    /**
     * As `find`, and locks each sample's overlap with its places until the transaction ends. `skip` leaves out those that another transaction
     * has locked, `wait` waits for them. Called after `ClaimStore.lock` where a transaction calls both.
     */
    readonly lock: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      others: "skip" | "wait",
    ) => Effect.Effect<OverlapsAt>
    /**
     * Leases the first sample of the labeling queue to a person without claims, who has saved nothing of it, where it has overlap and nobody is waited for. None
     * where this cannot be known quickly: the caller searches step by step then, so that a storage without a quick way returns none. Needs no
     * transaction, and takes the person's turn itself.
     */
    readonly leaseFirst: (request: FirstOverlapRequest) => Effect.Effect<Option.Option<Claim>>
    /** Replaces the lease of a place of an overlap that `lock` returned. The place MUST be stored. */
    readonly putLease: (
      overlap: Pick<Overlap, "datasetId" | "sampleId">,
      place: number,
      lease: OverlapLease,
    ) => Effect.Effect<void>
    /** Inserts or replaces overlaps with all their places. `labelers` MUST be the people whose labels are in: storages may search by them. At most 1000. */
    readonly put: (overlaps: ReadonlyArray<Overlap>) => Effect.Effect<void>
    /** Deletes the overlaps of these samples, with places, labels, and the known labels of gold samples. */
    readonly remove: (dataset: DatasetId, samples: ReadonlyArray<SampleId>) => Effect.Effect<void>
    /**
     * The samples of a queue that the person would get, in the order of step, np and sample: those with a free place that is open to the person
     * (4; in reviewing 5 for people whose label is in), assigned to them (3), or with work that they saved (1). Expired leases are free. In
     * labeling, samples are left out to which the person gave a label, or of which they have a place. Of gold samples, those alone are
     * returned with work that the person saved. Locks nothing.
     */
    readonly listWaiting: (request: WaitingOverlapQuery) => Effect.Effect<ReadonlyArray<WaitingOverlap>>
    /** The overlaps of the first samples that have places in a queue, whoever may take them, by np and sample. Locks nothing. */
    readonly listPlaced: (dataset: DatasetId, queue: QueueName, limit: number) => Effect.Effect<OverlapsAt>
    /** The claim of the last lease of a place, also after it expired. */
    readonly findClaim: (id: ClaimId) => Effect.Effect<Option.Option<Claim>>
    /** Unexpired claims of a person in all datasets, or up to a number of them in a dataset, oldest first. */
    readonly listClaims: (
      scope: { readonly user: Username } | { readonly dataset: DatasetId; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<Claim>>
    /** Unexpired claims of a person in all datasets, of samples with and without overlap, oldest first. */
    readonly listAllClaims: (user: Username) => Effect.Effect<ReadonlyArray<Claim>>
    /** Remembers, as `ClaimStore` does, claims that ended without work: `endOf` and `findEnded` of that port find them. */
    readonly noteEnds: (claims: ReadonlyArray<Claim>, reason: ClaimEnd) => Effect.Effect<void>
    /** Adds a version of a person's label. */
    readonly addLabel: (label: OverlapLabel) => Effect.Effect<void>
    /** Deletes a version of a person's label. The version before it is the last one then. */
    readonly removeLabel: (
      label: Pick<OverlapLabel, "datasetId" | "labeler" | "sampleId" | "version">,
    ) => Effect.Effect<void>
    /** The last version of each person's label, in the order of these versions. `labelers`: of these people alone, at most 1000. */
    readonly listLabels: (
      dataset: DatasetId,
      sample: SampleId,
      labelers?: ReadonlyArray<Username>,
    ) => Effect.Effect<ReadonlyArray<OverlapLabel>>
    /** The last version of a person's label of each of these samples, with the time of the first one. */
    readonly findLabels: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      labeler: Username,
    ) => Effect.Effect<ReadonlyMap<SampleId, StartedOverlapLabel>>
    /** The last version of a person's label of each of these samples that has overlap; null where the person has saved none. */
    readonly findDrafts: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      labeler: Username,
    ) => Effect.Effect<ReadonlyMap<SampleId, StartedOverlapLabel | null>>
    /** The first samples after one (null: of all) to which no label is missing, in the order of their ids. Gold samples are left out. */
    readonly listComplete: (
      dataset: DatasetId,
      after: SampleId | null,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<SampleId>>
    /** The first samples in which a person has a place in these queues: saved work, or a lease. In the order of their ids. */
    readonly listOwn: (request: OwnPlacesQuery) => Effect.Effect<ReadonlyArray<SampleId>>
  }
>() {}
