/** What the engine asks of storage about the queues: one narrow row a sample is the lock, the lease and the order in one place. */
import { Context, type Effect, type Option } from "effect"
import type { Claim, ClaimEnd, QueueName, QueueStep } from "../domain/Claim.ts"
import type { ClaimId, DatasetId, SampleId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { QueueFacts, QueueKey } from "./queueKey.ts"

export interface ClaimRequest {
  readonly datasetId: DatasetId
  readonly user: Username
  readonly queue: QueueName
  /** 1–1000. */
  readonly count: number
  readonly leaseSeconds: number
  /** Ids for new claims, at least `count`. */
  readonly ids: ReadonlyArray<ClaimId>
}

/** The samples of one step as they would be given, for a person. */
export interface QueueView {
  readonly step: QueueStep
  /** Counted no further than the cap. */
  readonly waiting: number
  readonly capped: boolean
  /** The first ones, in order. */
  readonly samples: ReadonlyArray<SampleId>
}

export class ClaimStore extends Context.Tag("@annotary/core/ClaimStore")<
  ClaimStore,
  {
    /**
     * The person's own open claims of this queue first (same ids, renewed), then new leases in the order of the queue, until
     * `count` are found or the queue is empty. Two callers MUST never receive the same sample while a lease lasts, whatever
     * the number of processes; expired leases count as free. Leases use the storage's clock. Step order and, within a step,
     * `np` rising then sample id rising. A sample in both memberships is given once, at its own step.
     */
    readonly claim: (request: ClaimRequest) => Effect.Effect<ReadonlyArray<Claim>>
    /** How many unexpired claims the person has in this queue of the dataset. */
    readonly countOpen: (dataset: DatasetId, user: Username, queue: QueueName) => Effect.Effect<number>
    /** The claim while its lease lasts. */
    readonly find: (id: ClaimId) => Effect.Effect<Option.Option<Claim>>
    /** The same, and inside a transaction nobody else can change the row until it ends. */
    readonly findForUpdate: (id: ClaimId) => Effect.Effect<Option.Option<Claim>>
    /**
     * First call of every transaction that writes a label, a status, an assignee or a priority: locks the samples' rows in
     * id order and answers their open claims.
     */
    readonly lock: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
    ) => Effect.Effect<ReadonlyMap<SampleId, Claim>>
    /** Extends the lease from now; none when it has ended or belongs to somebody else. */
    readonly renew: (
      claim: Pick<Claim, "id" | "datasetId" | "holder">,
      leaseSeconds: number,
    ) => Effect.Effect<Option.Option<Claim>>
    /**
     * The dataset of a claim that ended without work and is not forgotten yet, and how it ended; null: it has not ended, or
     * that was not kept.
     */
    readonly endOf: (
      id: ClaimId,
    ) => Effect.Effect<Option.Option<{ readonly datasetId: DatasetId; readonly reason: ClaimEnd | null }>>
    /** Ends the claim after work that a workunit tells of: nothing else remembers it. The sample's place stays. */
    readonly finish: (claim: Pick<Claim, "id" | "datasetId">) => Effect.Effect<void>
    /** Ends these samples' claims, if any, and remembers that there were; their places stay. */
    readonly release: (
      dataset: DatasetId,
      samples: ReadonlyArray<SampleId>,
      reason: Exclude<ClaimEnd, "expired">,
    ) => Effect.Effect<void>
    /**
     * Sets the places; rows that do not exist yet are made, claims stay as they are. At most 1000, of distinct samples. `made`:
     * most rows exist, which a storage may be faster for when it knows.
     */
    readonly place: (
      dataset: DatasetId,
      keys: ReadonlyArray<QueueKey>,
      rows?: "made" | "unknown",
    ) => Effect.Effect<void>
    /**
     * Frees up to `limit` expired leases (of one dataset, or of all), and remembers them; answers how many. A lease that ends
     * later than `longestLease` from now is shortened to that.
     */
    readonly expire: (dataset: DatasetId | null, limit: number) => Effect.Effect<number>
    /** Forgets up to `limit` claims that ended before; answers how many. */
    readonly forgetEnded: (before: Timestamp, limit: number) => Effect.Effect<number>
    /** Unexpired claims of a person, oldest first (all datasets). */
    readonly ofUser: (user: Username) => Effect.Effect<ReadonlyArray<Claim>>
    /** Unexpired claims in a dataset, oldest first. */
    readonly ofDataset: (dataset: DatasetId, limit: number) => Effect.Effect<ReadonlyArray<Claim>>
    /** Each step of the queue as `claim` would go through it for the person. What somebody holds, also that person, is left out. */
    readonly view: (request: {
      readonly datasetId: DatasetId
      readonly user: Username
      readonly queue: QueueName
      readonly limit: number
      readonly cap: number
    }) => Effect.Effect<ReadonlyArray<QueueView>>
    /** What decides about the places of these samples (priority, assignees, ground-truth state). Deleted samples are left out. */
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
