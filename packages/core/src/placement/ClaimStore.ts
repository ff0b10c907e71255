import { Context, type Effect, type Option } from "effect"
import type { Claim, ClaimEnd, QueueName, QueueStep } from "../domain/Claim.ts"
import type { ClaimId, DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { QueueFacts, QueueKey } from "./queueKey.ts"

/** A claim of the next samples of a queue. */
export interface ClaimRequest {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly queue: QueueName
  /** 1–1000. */
  readonly count: number
  readonly leaseSeconds: number
  /** Ids for new claims. No more samples are leased than there are ids: with none, open claims are renewed alone. */
  readonly ids: ReadonlyArray<ClaimId>
}

/** A claim of one named sample. */
export interface SampleClaimRequest {
  readonly datasetId: DatasetId
  readonly sampleId: SampleId
  readonly user: Username
  readonly queue: QueueName
  readonly leaseSeconds: number
  /** The id of a new claim. */
  readonly id: ClaimId
  /** The most open claims that the person may have in this queue. */
  readonly maxOpen: number
}

/** The claims of a person in a queue, of which one runs at a time. */
export type QueueTurn = Pick<SampleClaimRequest, "datasetId" | "queue" | "user">

/** The part of the lease of a claim that ended without work which was not counted yet, by the storage's clock. */
export interface EndedLease {
  readonly id: ClaimId
  /** The beginning of the claim, or the moment until which its lease was counted. */
  readonly startsAt: Timestamp
  /** The end of the claim, or of its lease if that was earlier. */
  readonly endsAt: Timestamp
}

/** The work whose earlier leases are counted with it: of one person, on one sample, in one queue. */
export type EndedLeaseScope = Pick<Claim, "datasetId" | "holder" | "queue" | "sampleId">

/** The samples of one step, in the order in which a person would get them. */
export interface QueueView {
  readonly step: QueueStep
  /** Counted up to the cap. */
  readonly waiting: number
  readonly capped: boolean
  /** The first samples, in order. */
  readonly samples: ReadonlyArray<SampleId>
}

/** The port for the queues. One narrow row for each sample is lock, lease and order in one place. */
export class ClaimStore extends Context.Tag("@annotary/core/ClaimStore")<
  ClaimStore,
  {
    /**
     * Returns the person's own open claims of this queue first (same ids, renewed), then new leases in the order of the
     * queue, until `count` are found, the ids are used up or the queue is empty. Own rows are locked in the order of their samples. Two callers MUST never receive the same sample while a lease
     * lasts, across any number of processes; expired leases count as free. Leases use the storage's clock. The order is the
     * step, within a step `np` ascending, then the sample id ascending. A sample in both memberships is returned once, at its
     * own step.
     */
    readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Claim>>
    /**
     * Leases one sample, wherever it stands in the order: the person's own open claim of it in this queue (same id, renewed), or
     * a new lease. None when `claim` would never return the sample to this person, when somebody else has a lease on it, or
     * when the person has `maxOpen` claims. Takes turns with `claim`.
     */
    readonly claimSample: (request: SampleClaimRequest) => Effect.Effect<Option.Option<Claim>>
    /**
     * Waits until no other claim of this person in this queue is running, and keeps others waiting until the transaction ends. Called
     * before `lock`, `claim` and `claimSample` by transactions that use them for this person.
     */
    readonly takeTurn: (turn: QueueTurn) => Effect.Effect<void>
    /** The number of unexpired claims of the person in this queue of the dataset. */
    readonly countOpen: (dataset: DatasetId, user: Username, queue: QueueName) => Effect.Effect<number>
    /** The claim, while its lease lasts. */
    readonly find: (id: ClaimId) => Effect.Effect<Option.Option<Claim>>
    /** The same, and locks the row until the transaction ends. */
    readonly findForUpdate: (id: ClaimId) => Effect.Effect<Option.Option<Claim>>
    /**
     * Locks the rows of these samples in id order and returns their open claims. The first call of every transaction that
     * writes a label, a status, an assignee or a priority.
     */
    readonly lock: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlyMap<SampleId, Claim>>
    /** Extends the lease from now. None when it has expired or belongs to another person. */
    readonly renew: (
      claim: Pick<Claim, "id" | "datasetId" | "holder">,
      leaseSeconds: number,
    ) => Effect.Effect<Option.Option<Claim>>
    /**
     * The dataset of a claim that ended without work, and how it ended, as long as that is stored. Null when it has not
     * ended, or the end was not stored.
     */
    readonly endOf: (
      id: ClaimId,
    ) => Effect.Effect<Option.Option<{ readonly datasetId: DatasetId; readonly reason: ClaimEnd | null }>>
    /**
     * Returns the leases of the claims that ended without work and were not counted in full, as long as that is stored, in any order.
     * Locks them inside a transaction.
     */
    readonly findEnded: (scope: EndedLeaseScope) => Effect.Effect<ReadonlyArray<EndedLease>>
    /** Counts those leases until an instant: `findEnded` returns only what is later. `endOf` still finds their claims. */
    readonly countEnded: (scope: EndedLeaseScope, until: Timestamp) => Effect.Effect<void>
    /**
     * Ends the claim after work that a workunit records; no other row remembers it. `place`: the place of its sample from now on,
     * otherwise unchanged.
     */
    readonly finish: (claim: Pick<Claim, "id" | "datasetId">, place?: QueueKey) => Effect.Effect<void>
    /** Ends the claims on these samples, if any, and records their end. The places are unchanged. */
    readonly release: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      reason: Exclude<ClaimEnd, "expired">,
    ) => Effect.Effect<void>
    /**
     * Sets the places of these samples. Missing rows are inserted, claims are unchanged. At most 1000 distinct samples.
     * `made`: most rows exist, a hint by which a storage may be faster.
     */
    readonly place: (
      dataset: DatasetId,
      keys: ReadonlyArray<QueueKey>,
      rows?: "made" | "unknown",
    ) => Effect.Effect<void>
    /**
     * Releases up to `limit` expired leases (of one dataset, or of all), records their end, and returns how many. A lease
     * that ends later than `longestLease` from now is shortened to it.
     */
    readonly expire: (dataset: DatasetId | null, limit: number) => Effect.Effect<number>
    /** Deletes up to `limit` records of claims that ended before, and returns how many. */
    readonly forgetEnded: (before: Timestamp, limit: number) => Effect.Effect<number>
    /** Unexpired claims of a person in all datasets, oldest first. */
    readonly ofUser: (user: Username) => Effect.Effect<ReadonlyArray<Claim>>
    /** Unexpired claims in a dataset, or in one of its queues, oldest first. */
    readonly ofDataset: (
      dataset: DatasetId,
      limit: number,
      queue?: QueueName,
    ) => Effect.Effect<ReadonlyArray<Claim>>
    /**
     * Each step of the queue as `claim` would go through it for the person. Claimed samples are left out, including the
     * person's own.
     */
    readonly view: (request: {
      readonly datasetId: DatasetId
      readonly user: Username
      readonly queue: QueueName
      readonly limit: number
      readonly cap: number
    }) => Effect.Effect<ReadonlyArray<QueueView>>
    /** The facts that determine the places of these samples: priority, assignees, ground-truth state. Deleted samples are left out. */
    readonly facts: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlyArray<QueueFacts>>
    /** Ids of samples whose assignees, labeler, reviewer or rejecter is this person, after the given id. */
    readonly concerning: (request: {
      readonly datasetId: DatasetId
      readonly user: Username
      readonly after: SampleId | null
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<SampleId>>
  }
>() {}
