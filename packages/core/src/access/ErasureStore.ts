import { Context, type Effect } from "effect"
import type { DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** The name of a deleted person, and the pseudonym that replaces it. */
export interface Renaming {
  readonly from: Username
  readonly to: Username
}

/** A deleted person, as webhooks name them. */
export interface ErasedPerson {
  readonly username: Username
  readonly email: string | null
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
     * repeated requests that name the person. Returns the number of changed rows.
     */
    readonly rename: (names: Renaming, dataset: DatasetId | null) => Effect.Effect<number>
    /**
     * Gives the account the pseudonym, disables it and removes its e-mail address and its display name. A model belongs to its pseudonym
     * then, and so to nobody. Deletes its keys, sessions, one-time tokens, links
     * to identity providers, memberships, collaborations and webhook endpoints, and the invitations that it created. Null, and no
     * change, when there is no such account.
     */
    readonly close: (names: Renaming, at: Timestamp) => Effect.Effect<ClosedAccount | null>
    /**
     * Deletes webhook events about the person (`isAboutPerson`) with their deliveries and attempts, and blanks the fields of other
     * attempts that contain the name or the address as a word. Returns the number of events.
     */
    readonly forgetEvents: (person: ErasedPerson) => Effect.Effect<number>
    /**
     * Removes deleted rows from the files of the database. False when some may be left: the database does so later by itself, or
     * readers keep the old state open. Runs outside of transactions.
     */
    readonly compact: Effect.Effect<boolean>
  }
>() {}
