/** Each database begins and ends transactions in its own way. */
import type { SqlConnection, SqlError } from "@effect/sql"
import type { Effect } from "effect"

/** A transaction that has begun. Both ends give its connection back. */
export interface Begun {
  readonly connection: SqlConnection.Connection
  /** When it fails, the transaction has been rolled back. */
  readonly commit: Effect.Effect<void, SqlError.SqlError>
  readonly rollback: Effect.Effect<void>
}

export type Restore = <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>

export interface Transactions {
  /**
   * Waits for a connection and begins. Runs uninterruptibly; `restore` makes the waiting interruptible. `waits`: the transaction
   * waits for more than the database, so that no other may depend on its end.
   */
  readonly begin: (restore: Restore, waits: boolean) => Effect.Effect<Begun, SqlError.SqlError>
  /** Wraps the body of a transaction or a savepoint. */
  readonly body: Restore
  /** Runs before a savepoint begins. */
  readonly beforeSavepoint: Effect.Effect<void>
}
