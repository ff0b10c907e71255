/** What the transport knows about a request that may be repeated; storing and replaying is somebody else's. */
import type { Effect } from "effect"
import type { Reply } from "../reply/reply.ts"
import type { Failure } from "../routing/handlers.ts"

/** One request under one `Idempotency-Key`. */
export interface IdempotentRequest<Actor> {
  readonly key: string
  readonly actor: Actor
  readonly method: string
  /** Without query and trailing slash, as sent. */
  readonly path: string
  /** Of the inflated body, in hexadecimal: the same body compressed twice is not the same bytes. */
  readonly bodySha256: string
  /** The answer holds a secret and must not be stored. */
  readonly secret: boolean
}

/** Runs the effect, or answers with what it answered before. */
export type Idempotent<Actor, R> = (
  request: IdempotentRequest<Actor>,
  effect: Effect.Effect<Reply<R>, Failure, R>,
) => Effect.Effect<Reply<R>, Failure, R>

const visibleAscii = /^[\x21-\x7e]{1,255}$/

export const isIdempotencyKey = (header: string): boolean => visibleAscii.test(header)
