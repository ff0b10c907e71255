import { Context, type Effect } from "effect"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** The name of a deleted person, and the pseudonym that replaces it. */
export interface Renaming {
  readonly from: Username
  readonly to: Username
}

/** The number of rows that were deleted with an account. */
export interface ClosedAccount {
  readonly apiKeys: number
  readonly memberships: number
  readonly collaborations: number
  /** Webhook endpoints. */
  readonly endpoints: number
}

/** The port that removes a person from stored data. Names are compared exactly. */
export class ErasureStore extends Context.Tag("@annotary/core/ErasureStore")<
  ErasureStore,
  {
    /** All datasets by id, also deleted ones until their purge. `name` is `owner/name`. */
    readonly datasets: Effect.Effect<ReadonlyArray<{ readonly id: DatasetId; readonly name: string }>>
    /**
     * Replaces the name wherever a row of the dataset says who did, owns or is assigned something; null: in all other rows, and in
     * the audit log and jobs, which outlive their datasets. Free texts and labels stay as they are. Deletes stored answers to
     * repeated requests that contain the name. Returns the number of changed rows.
     */
    readonly rename: (names: Renaming, dataset: DatasetId | null) => Effect.Effect<number>
    /**
     * Gives the account the pseudonym, disables it and removes its e-mail address. Deletes its keys, sessions, one-time tokens, links
     * to identity providers, memberships, collaborations and webhook endpoints, and the invitations that it created. Null, and no
     * change, when there is no such account.
     */
    readonly close: (names: Renaming, at: Timestamp) => Effect.Effect<ClosedAccount | null>
    /**
     * Deletes webhook events, and their deliveries and attempts, that contain one of the texts as a JSON string. Returns the
     * number of events.
     */
    readonly forgetEvents: (texts: ReadonlyArray<string>) => Effect.Effect<number>
    /** Removes deleted rows from the files of the database, where it does not do so by itself. Runs outside of transactions. */
    readonly compact: Effect.Effect<void>
  }
>() {}
