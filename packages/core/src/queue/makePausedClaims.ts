import { Effect, Option } from "effect"
import type { Permitted } from "../access/Access.ts"
import { refusePaused } from "../access/refusePaused.ts"
import type { Claim, QueueName } from "../domain/Claim.ts"
import type { SampleId } from "../domain/Ids.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { makeOverlapClaims } from "./overlap/makeOverlapClaims.ts"

/** The claims of a person who is paused: they keep those that they have, and get no others. */
export const makePausedClaims = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const overlapClaims = yield* makeOverlapClaims

  /** Renews the caller's open claims in the queue, the oldest first. Fails with the reason of the pause without one. */
  const renew = Effect.fnUntraced(function* (
    permitted: Permitted,
    queue: QueueName,
    {
      count,
      leaseSeconds,
      sample,
    }: {
      readonly count: number
      readonly leaseSeconds: number
      /** The only sample that counts. */
      readonly sample?: SampleId
    },
  ) {
    const { actor, dataset } = permitted
    const open = dataset.settings.usesOverlap
      ? yield* overlapClaims.listAll(actor)
      : yield* claims.ofUser(actor)
    const renewed: Array<Claim> = []
    for (const claim of open) {
      if (claim.datasetId !== dataset.id || claim.queue !== queue || renewed.length === count) continue
      if (sample !== undefined && claim.sampleId !== sample) continue
      const own = yield* claims.renew(claim, leaseSeconds)
      const extended = Option.isSome(own) ? own : yield* overlapClaims.renew(claim, leaseSeconds)
      if (Option.isSome(extended)) renewed.push(extended.value)
    }
    if (renewed.length === 0) yield* refusePaused(permitted)
    return renewed
  })

  return { renew }
})
