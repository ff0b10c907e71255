/** What the engine asks of storage about requests that are safe to repeat. */
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

export interface IdempotentAnswer {
  readonly fingerprint: string
  /** Null: it was done, but its answer held a secret and was not kept. */
  readonly answer: { readonly status: number; readonly headers: string; readonly body: string } | null
}

export class IdempotencyStore extends Context.Tag("@annotary/core/IdempotencyStore")<
  IdempotencyStore,
  {
    /**
     * Inside a transaction: the answer stored under this key since `since`; none when the caller is the first, who then holds
     * the key until the transaction ends (a twin in flight waits here, and sees the answer when the first commits).
     */
    readonly begin: (
      request: IdempotentRequest,
      since: Timestamp,
    ) => Effect.Effect<Option.Option<IdempotentAnswer>>
    /** In the same transaction: keeps the answer. */
    readonly keep: (
      request: IdempotentRequest,
      answer: IdempotentAnswer["answer"],
      at: Timestamp,
    ) => Effect.Effect<void>
    /** Forgets answers from before; answers how many. */
    readonly forget: (before: Timestamp, limit: number) => Effect.Effect<number>
  }
>() {}
