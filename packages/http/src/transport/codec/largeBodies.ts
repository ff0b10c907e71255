/**
 * The port for bodies that are too large to be read on the main thread. Hosts with worker threads provide it; without it
 * these bodies are read like all others.
 */
import { castToJsonText, Raw } from "@annotary/core/effect"
import { Effect, Either } from "effect"
import { minify } from "../json/minify.ts"
import type { Refused } from "../problem/problem.ts"
import { type ExtractPlan, extract, hashSha256, type PayloadFailure } from "./extract.ts"
import type { PayloadDecoder } from "./payload.ts"

/** Extracts large bodies outside the main thread. */
export interface LargeBodies {
  /**
   * Extracts a body by its plan. Raw fields are returned as `Raw`. The call transfers the memory of the bytes, which the
   * caller must not use afterwards. Fails when no thread was able to do it. Interruption stops the work.
   */
  readonly extract: (bytes: Uint8Array, request: ExtractRequest) => Effect.Effect<ExtractedBody, Refused>
}

export interface ExtractRequest {
  readonly plan: ExtractPlan
  /** Whether to hash the body as well. */
  readonly sha256: boolean
}

export interface ExtractedBody {
  readonly value: Either.Either<unknown, PayloadFailure>
  /** Empty when it was not requested. */
  readonly sha256: string
}

/** The payload of a large body, and its hash. */
export interface LargePayload<A> {
  readonly payload: Either.Either<A, PayloadFailure>
  readonly sha256: string
}

/** Extracts on another thread and decodes on this one, which is cheap because raw fields are already text. */
export const decodeLarge = <A>(
  { extract }: LargeBodies,
  bytes: Uint8Array,
  { decode, plan }: PayloadDecoder<A>,
  wantsSha256: boolean,
): Effect.Effect<LargePayload<A>, Refused> =>
  Effect.map(extract(bytes, { plan, sha256: wantsSha256 }), ({ sha256, value }) => ({
    payload: Either.flatMap(value, decode),
    sha256,
  }))

/** Extracts on the calling thread. */
export const inThread: LargeBodies = {
  extract: (bytes, request) =>
    Effect.sync(() => ({
      value: extract(bytes, request.plan, (all, span) => new Raw(castToJsonText(minify(all, span)))),
      sha256: request.sha256 ? hashSha256(bytes) : "",
    })),
}
