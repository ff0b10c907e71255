import { Context, type Effect, type Option } from "effect"
import type {
  ConfigurationHistoryEntry,
  ConfigurationVersion,
  StoredConfiguration,
} from "../domain/ConfigurationVersion.ts"
import type { Collaborator, Dataset, DatasetCounts } from "../domain/Dataset.ts"
import type { DatasetId, IssueId, SampleId, VersionId } from "../domain/Ids.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Username } from "../domain/Names.ts"
import type { OwnerQuota } from "../domain/Quota.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { GrantedRole, Role, User } from "../domain/User.ts"

/** A reference to a dataset: by its id or name, or by a resource in it. */
export type DatasetRef =
  | { readonly _tag: "Name"; readonly owner: string; readonly name: string }
  | { readonly _tag: "Id"; readonly id: DatasetId }
  | { readonly _tag: "Sample"; readonly id: SampleId }
  | { readonly _tag: "Issue"; readonly id: IssueId }

/** A dataset with everything that decides what one person may do with it, and whether its changes are reported. */
export interface DatasetAccess {
  readonly dataset: Dataset
  /** The person's role: the highest of owner, collaborator and member. Null without one, and for disabled or unknown people. */
  readonly role: GrantedRole | "owner" | null
  /** The reason of the person's pause in the dataset; null without one. */
  readonly pauseReason: string | null
  /** Whether events are written for the owner's account, see `hasEvents`. */
  readonly recordsEvents: boolean
  /** The quota of the owner's account; null without one. */
  readonly ownerQuota: OwnerQuota | null
}

/** Which datasets a list shows. Absent fields demand nothing. */
export interface DatasetFilter {
  /** A part of `owner/name`, without regard to case. */
  readonly text?: string | undefined
  readonly owner?: string | undefined
  /** The person's role, see `DatasetAccess`. */
  readonly role?: Role | "owner" | undefined
}

/** Differences to add to the counts. Negative ones subtract. */
export type CountsChange = DatasetCounts

/** Parts of a dataset's record beside the dataset. */
export interface DatasetDetails {
  readonly owner: User
  readonly counts: DatasetCounts
  readonly collaborators: number
  /** Ground truth first, then in the order of creation. */
  readonly labelsets: ReadonlyArray<Labelset>
}

/** The port for datasets, their collaborators and their counts. Deleted datasets are visible to `purge…` only. */
export class DatasetStore extends Context.Tag("@annotary/core/DatasetStore")<
  DatasetStore,
  {
    /**
     * Inserts the dataset. False when its owner has one of that name. Of two concurrent callers with one name, exactly one
     * gets true.
     */
    readonly insert: (dataset: Dataset) => Effect.Effect<boolean>
    /**
     * The dataset and the person's role in one statement. `user` null means no person, whose role is null. Admins of an
     * organization are owners of its datasets; its other members have the higher of their member and collaborator roles.
     */
    readonly access: (ref: DatasetRef, user: Username | null) => Effect.Effect<Option.Option<DatasetAccess>>
    /**
     * Replaces all fields when the stored version is `expected`. `stale`: it is not, or the dataset is deleted. `taken`:
     * another dataset has the new owner and name.
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
      readonly filter?: DatasetFilter | undefined
      readonly offset: number
      readonly limit: number
    }) => Effect.Effect<ReadonlyArray<DatasetAccess>>
    /** Marks the dataset as deleted: no read returns it, and its name is free. False when it was deleted before. */
    readonly markDeleted: (
      id: DatasetId,
      at: Timestamp,
      /** End of the time for which `purge` keeps the workunits. It deletes them with the rest by default. */
      keepWorkUntil?: Timestamp | null,
    ) => Effect.Effect<boolean>
    /**
     * Deletes up to `limit` rows of a deleted dataset, the dataset itself last, and returns how many. While a PENDING release
     * or an open snapshot may read them, it deletes none. Workunits that are kept stay, and the dataset itself as long as it has some.
     */
    readonly purge: (id: DatasetId, limit: number) => Effect.Effect<number>

    /** Returns the details of each dataset's record. It never scans samples. */
    readonly details: (ids: ReadonlyArray<DatasetId>) => Effect.Effect<ReadonlyMap<DatasetId, DatasetDetails>>
    /** Adds the differences. Call it last in a transaction, because many transactions update this row. */
    readonly addCounts: (id: DatasetId, change: CountsChange) => Effect.Effect<void>

    /** Adds a version to the history of a configuration, in the transaction that gives it to the dataset. */
    readonly addConfiguration: (version: StoredConfiguration) => Effect.Effect<void>
    /** The history of the configuration, newest first: up to `limit` versions below `before`. */
    readonly configurations: (
      id: DatasetId,
      page: { readonly before: number | null; readonly limit: number },
    ) => Effect.Effect<ReadonlyArray<ConfigurationHistoryEntry>>
    /** One version of the configuration. */
    readonly configuration: (
      id: DatasetId,
      number: number,
    ) => Effect.Effect<Option.Option<ConfigurationVersion>>

    /** The collaborators by username key. */
    readonly collaborators: (id: DatasetId) => Effect.Effect<ReadonlyArray<Collaborator>>
    /** The collaborator of that name. None for others. */
    readonly collaborator: (id: DatasetId, user: string) => Effect.Effect<Option.Option<Collaborator>>
    /** Adds a collaborator. False when the person is one already. */
    readonly addCollaborator: (id: DatasetId, user: Username, role: GrantedRole) => Effect.Effect<boolean>
    /** Changes the role of a collaborator. False when the person is none. */
    readonly setCollaborator: (id: DatasetId, user: Username, role: GrantedRole) => Effect.Effect<boolean>
    /** Removes a collaborator. False when the person is none. */
    readonly removeCollaborator: (id: DatasetId, user: Username) => Effect.Effect<boolean>
    /**
     * The roles of these people on the dataset, `owner` included. Organizations, and people who are unknown, disabled or
     * without a role, are left out.
     */
    readonly rolesOf: (
      id: DatasetId,
      users: ReadonlyArray<Username>,
    ) => Effect.Effect<ReadonlyMap<Username, GrantedRole | "owner">>
    /** Ids of the datasets that the organization owns. */
    readonly idsOwnedBy: (owner: Username) => Effect.Effect<ReadonlyArray<DatasetId>>
    /** Whether two people collaborate on one dataset, or one of them on a dataset of the other. */
    readonly shareDataset: (a: Username, b: Username) => Effect.Effect<boolean>
  }
>() {}
