/** What the engine asks of storage about the audit log. Append-only. */
import { Context, type Effect } from "effect"
import type { AuditEntry } from "../domain/Audit.ts"
import type { AuditId, DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"

export interface AuditPage {
  readonly before: AuditId | null
  readonly limit: number
}

export class AuditStore extends Context.Tag("@annotary/core/AuditStore")<
  AuditStore,
  {
    readonly append: (entry: AuditEntry) => Effect.Effect<void>
    /** Newest first. */
    readonly ofDataset: (dataset: DatasetId, page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
    readonly ofAccount: (account: Username, page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
    /** Of all accounts, those that speak of no dataset. */
    readonly ofAccounts: (page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
    /** Those of the account that speak of none of its datasets. */
    readonly ofAccountAlone: (account: Username, page: AuditPage) => Effect.Effect<ReadonlyArray<AuditEntry>>
  }
>() {}
