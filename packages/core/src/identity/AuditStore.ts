import { Context, type Effect } from "effect"
import type { AuditEntry } from "../domain/Audit.ts"
import type { AuditId, DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"

/** A page of audit entries. */
export interface AuditPage {
  readonly before: AuditId | null
  readonly limit: number
}

/** The port for the audit log. Append-only. */
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
  }
>() {}
