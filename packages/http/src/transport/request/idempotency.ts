/** Repeatable requests, as the transport sees them. The handlers' part stores and replays responses. */
import type { Effect } from "effect"
import type { Reply } from "../reply/reply.ts"
import type { Failure } from "../routing/handlers.ts"

/** One request with an `Idempotency-Key`. */
export interface IdempotentRequest<Actor> {
  readonly key: string
  readonly actor: Actor
  readonly method: string
  /** Without query and trailing slash, as sent. */
  readonly path: string
  /** The hash of the decoded body, in hexadecimal: compressing the same body twice may yield different bytes. */
  readonly bodySha256: string
  /** The response contains a secret and must not be stored. */
  readonly secret: boolean
}

/** Runs the effect, or returns the stored response. */
export type Idempotent<Actor, R> = (
  request: IdempotentRequest<Actor>,
  effect: Effect.Effect<Reply<R>, Failure, R>,
) => Effect.Effect<Reply<R>, Failure, R>

const visibleAscii = /^[\x21-\x7e]{1,255}$/

export const isIdempotencyKey = (header: string): boolean => visibleAscii.test(header)
