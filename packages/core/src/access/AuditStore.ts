import { Context, type Effect } from "effect"
import type { AuditEntry } from "../domain/Audit.ts"
import type { AuditId, DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** Which entries a page has. Absent fields select all. */
export interface AuditFilter {
  /** An action such as `member.added`, or all actions about one thing: `member`. */
  readonly action?: string | undefined
  /** The actor. */
  readonly by?: string | undefined
  /** The account that was changed. */
  readonly account?: string | undefined
  readonly since?: Timestamp | undefined
  /** Exclusive. */
  readonly until?: Timestamp | undefined
}

/** A page of audit entries. */
export interface AuditPage extends AuditFilter {
  readonly before: AuditId | null
  readonly limit: number
}

/** The port for the audit log. Entries are appended, and removed only by age. */
export class AuditStore extends Context.Tag("@annotary/core/AuditStore")<
  AuditStore,
  {
    /** Appends an entry, in the transaction of its change. */
    readonly append: (entry: AuditEntry) => Effect.Effect<void>
    /** Newest first. */
    readonly ofDataset: (dataset: DatasetId, page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
    /** Entries of the account and of its datasets, newest first. */
    readonly ofAccount: (account: Username, page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
    /** Entries of all accounts, without those of datasets. */
    readonly ofAccounts: (page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
    /** Entries of the account, without those of its datasets. */
    readonly ofAccountAlone: (account: Username, page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
    /** Deletes up to `limit` entries from before, and returns how many. */
    readonly forget: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>() {}
