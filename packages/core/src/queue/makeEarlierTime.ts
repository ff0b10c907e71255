import { Array as Arr, Effect } from "effect"
import type { Claim } from "../domain/Claim.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { measureEarlier } from "../placement/measureWork.ts"
import { WorkunitStore } from "../placement/WorkunitStore.ts"

/** The time of claims that ended before the work under them was sent. */
export const makeEarlierTime = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const workunits = yield* WorkunitStore

  /** Counts time of the holder's claims in this queue that ended before the work under them was sent. Later work counts what is left. */
  const countEarlierTime = (claim: Claim) =>
    Effect.fnUntraced(function* (unsent: number) {
      const ended = yield* claims.findEnded(claim)
      if (!Arr.isNonEmptyReadonlyArray(ended)) return 0
      const sessions = yield* Effect.forEach(Arr.chunksOf(ended, 500), (chunk) =>
        workunits.sessions(
          claim.datasetId,
          chunk.map(({ id }) => id),
        ),
      )
      const { millis, until } = measureEarlier(ended, sessions.flat(), claim.claimedAt, unsent)
      yield* claims.countEnded(claim, until)
      return millis
    })

  return { countEarlierTime }
})
