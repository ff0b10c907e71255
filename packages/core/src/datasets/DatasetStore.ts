/** What the engine asks of storage about datasets, their collaborators and their counts. Deleted datasets are seen by `purge…` only. */
import { Context, type Effect, type Option } from "effect"
import type { Collaborator, Dataset, DatasetCounts } from "../domain/Dataset.ts"
import type { DatasetId, IssueId, SampleId, VersionId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { Role } from "../domain/User.ts"

/** The ways a request names a dataset: by itself, or by something it holds. */
export type DatasetRef =
  | { readonly _tag: "Name"; readonly owner: string; readonly name: string }
  | { readonly _tag: "Id"; readonly id: DatasetId }
  | { readonly _tag: "Sample"; readonly id: SampleId }
  | { readonly _tag: "Issue"; readonly id: IssueId }

/** A dataset with all that decides what one person may do with it, and whether its changes are told. */
export interface DatasetAccess {
  readonly dataset: Dataset
  /** The person's own role: owner's, collaborator's or member's, the highest of them; null without any (also when disabled or unknown). */
  readonly role: Role | "owner" | null
  /** The owner account has webhooks enabled. */
  readonly ownerWebhooks: boolean
}

/** Differences to add to the counts; negative ones take away. */
export type CountsChange = DatasetCounts

export class DatasetStore extends Context.Tag("@annotary/core/DatasetStore")<
  DatasetStore,
  {
    /** Adds the dataset unless its owner has one of that name (then false). Two callers with one name: exactly one gets true. */
    readonly insert: (dataset: Dataset) => Effect.Effect<boolean>
    /**
     * The dataset and the person's role, in one statement. `user` null: no person, the role is null. An organization's admins
     * are owners of its datasets; its other members have their member role, or their collaborator role when that is higher.
     */
    readonly access: (ref: DatasetRef, user: Username | null) => Effect.Effect<Option.Option<DatasetAccess>>
    /**
     * Replaces all fields when the stored version is `expected`. `stale`: it is not (or the dataset is gone); `taken`: the
     * new owner and name belong to another dataset.
     */
    readonly update: (dataset: Dataset, expected: VersionId) => Effect.Effect<"updated" | "stale" | "taken">
    /** Datasets of the owner that `viewer` may see (all when null), newest first. */
    readonly listOwned: (request: {
      readonly owner: Username
      readonly viewer: Username | null
      readonly offset: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<DatasetAccess>>
    /** Datasets that the person owns (`shared`: or collaborates on, or is a member for), newest first. */
    readonly listOf: (request: {
      readonly user: Username
      readonly shared: boolean
      readonly offset: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<DatasetAccess>>
    /** Marks as deleted: gone from every read at once, its name is free again. False when it was gone. */
    readonly markDeleted: (id: DatasetId, at: Timestamp) => Effect.Effect<boolean>
    /**
     * Removes up to `limit` rows of a deleted dataset, last of all the dataset; answers how many went. A PENDING release, or
     * an open snapshot, may need any of them: while there is one, none goes.
     */
    readonly purge: (id: DatasetId, limit: number) => Effect.Effect<number>

    /** Counts of several datasets. Never scans samples. */
    readonly counts: (
      ids: ReadonlyArray<DatasetId>,
    ) => Effect.Effect<ReadonlyMap<DatasetId, DatasetCounts & { readonly collaborators: number }>>
    /** Adds the differences; called last in a transaction, because many transactions do it. */
    readonly addCounts: (id: DatasetId, change: CountsChange) => Effect.Effect<void>

    /** By username key. */
    readonly collaborators: (id: DatasetId) => Effect.Effect<ReadonlyArray<Collaborator>>
    readonly collaborator: (id: DatasetId, user: string) => Effect.Effect<Option.Option<Collaborator>>
    /** False when they are one already. */
    readonly addCollaborator: (id: DatasetId, user: Username, role: Role) => Effect.Effect<boolean>
    readonly setCollaborator: (id: DatasetId, user: Username, role: Role) => Effect.Effect<boolean>
    readonly removeCollaborator: (id: DatasetId, user: Username) => Effect.Effect<boolean>
    /**
     * The role that each of these people has on the dataset ("owner" included). Unknown, disabled people, organizations and
     * people without a role are left out.
     */
    readonly rolesOf: (
      id: DatasetId,
      users: ReadonlyArray<Username>,
    ) => Effect.Effect<ReadonlyMap<Username, Role | "owner">>
    /** Ids of the datasets that the organization owns. */
    readonly idsOwnedBy: (owner: Username) => Effect.Effect<ReadonlyArray<DatasetId>>
    /** Whether two people collaborate on one dataset, or one of them on a dataset of the other. */
    readonly shareDataset: (a: Username, b: Username) => Effect.Effect<boolean>
  }
>() {}
