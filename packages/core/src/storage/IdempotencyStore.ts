import { Context, type Effect, type Option } from "effect"
import type { Username } from "../domain/Names.ts"
import type { Timestamp } from "../domain/Timestamp.ts"

/** One request under one `Idempotency-Key`, unique per caller. */
export interface IdempotentRequest {
  readonly caller: Username
  readonly key: string
  /** Method, path and SHA-256 of the body. */
  readonly fingerprint: string
}

/** A stored answer with its request. */
export interface IdempotentAnswer {
  readonly fingerprint: string
  /** Null when the request succeeded, but its answer contained a secret and is not stored. */
  readonly answer: { readonly status: number; readonly headers: string; readonly body: string } | null
}

/** The port for idempotent requests. */
export class IdempotencyStore extends Context.Tag("@annotary/core/IdempotencyStore")<
  IdempotencyStore,
  {
    /**
     * Inside a transaction: the answer stored under this key since `since`. None for the first caller, who locks the key
     * until the transaction ends; a concurrent duplicate waits, and sees the answer after the commit.
     */
    readonly begin: (
      request: IdempotentRequest,
      since: Timestamp,
    ) => Effect.Effect<Option.Option<IdempotentAnswer>>
    /** Stores the answer, in the same transaction. */
    readonly keep: (
      request: IdempotentRequest,
      answer: IdempotentAnswer["answer"],
      at: Timestamp,
    ) => Effect.Effect<void>
    /** Deletes up to `limit` answers from before, and returns how many. */
    readonly forget: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>() {}
