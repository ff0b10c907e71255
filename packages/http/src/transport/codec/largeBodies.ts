/**
 * The port for bodies so large that reading them on the thread that serves everybody would keep everybody waiting. A host
 * that has other threads brings one of these; without it such bodies are read like all others.
 */
import { Raw, trustedJson } from "@annotary/core/effect"
import { Effect, Either } from "effect"
import { minify } from "../json/minify.ts"
import type { Refused } from "../problem/problem.ts"
import { type CutPlan, cut, type PayloadFailure, sha256 } from "./extract.ts"
import type { PayloadDecoder } from "./payload.ts"

export interface LargeBodies {
  /**
   * Cuts a body by its plan; raw fields come back as `Raw`. The memory of the bytes is given away with the call: nobody else
   * may have a use for any part of it. Fails where no thread could do it; an interruption ends the work.
   */
  readonly cut: (bytes: Uint8Array, ask: CutAsk) => Effect.Effect<CutBody, Refused>
}

export interface CutAsk {
  readonly plan: CutPlan
  /** Whether the body's hash is wanted as well. */
  readonly sha256: boolean
}

export interface CutBody {
  readonly value: Either.Either<unknown, PayloadFailure>
  /** Empty when it was not asked for. */
  readonly sha256: string
}

/** What a request is told of its large body. */
export interface LargePayload<A> {
  readonly payload: Either.Either<A, PayloadFailure>
  readonly sha256: string
}

/** Cut elsewhere, judged here: what the schema sees of a large body is small. */
export const decodeLarge = <A>(
  { cut }: LargeBodies,
  bytes: Uint8Array,
  { judge, plan }: PayloadDecoder<A>,
  wantsSha256: boolean,
): Effect.Effect<LargePayload<A>, Refused> =>
  Effect.map(cut(bytes, { plan, sha256: wantsSha256 }), ({ sha256, value }) => ({
    payload: Either.flatMap(value, judge),
    sha256,
  }))

/** Reads them on the calling thread. */
export const inThread: LargeBodies = {
  cut: (bytes, ask) =>
    Effect.sync(() => ({
      value: cut(bytes, ask.plan, (all, span) => new Raw(trustedJson(minify(all, span)))),
      sha256: ask.sha256 ? sha256(bytes) : "",
    })),
}
