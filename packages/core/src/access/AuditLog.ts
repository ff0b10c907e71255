import { Effect } from "effect"
import { CurrentActor } from "../domain/Actor.ts"
import { AuditId, type DatasetId, generateId } from "../domain/Ids.ts"
import { toJsonText } from "../domain/JsonText.ts"
import type { Username } from "../domain/Names.ts"
import { now } from "../domain/Timestamp.ts"
import { AuditStore } from "./AuditStore.ts"

/** The entry of a change, without its author and time. */
export interface AuditedChange {
  /** For example `collaborator.added`. */
  readonly action: string
  /** The account of the change: a person, an organization, or the owner of the dataset. */
  readonly account: Username
  readonly datasetId?: DatasetId
  /** The details of the change. Never contains a secret. */
  readonly details?: { readonly [key: string]: string | number | boolean | null }
}

/** Writes the audit log: one row, in the transaction of the change. */
export class AuditLog extends Effect.Service<AuditLog>()("@annotary/core/AuditLog", {
  effect: Effect.gen(function* () {
    const store = yield* AuditStore

    /** Appends an entry with the caller as its author, in the caller's transaction. */
    const record = Effect.fnUntraced(function* (change: AuditedChange) {
      const actor = yield* CurrentActor
      yield* store.append({
        id: yield* generateId(AuditId),
        at: yield* now,
        by: actor._tag === "Person" ? actor.username : null,
        action: change.action,
        account: change.account,
        datasetId: change.datasetId ?? null,
        details: toJsonText(change.details ?? {}),
      })
    })

    return { record }
  }),
}) {}
