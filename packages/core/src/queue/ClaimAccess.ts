/**
 * Claims as a caller may know of them. Whoever may not see the dataset is told that there is no such claim; whoever may is
 * told that it has ended, for as long as that is remembered: a day, or forever when a workunit ended it.
 */
import { Effect, Option } from "effect"
import type { ClaimEnd } from "../domain/Claim.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import type { ClaimId, DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { Access } from "../identity/Access.ts"
import { ClaimStore } from "./ClaimStore.ts"
import { WorkunitStore } from "./WorkunitStore.ts"

export class ClaimAccess extends Effect.Service<ClaimAccess>()("@annotary/core/ClaimAccess", {
  effect: Effect.gen(function* () {
    const claims = yield* ClaimStore
    const workunits = yield* WorkunitStore
    const access = yield* Access

    /** The dataset of a claim, and who the caller is to it. */
    const find = Effect.fn("ClaimAccess.find")(function* (dataset: DatasetId) {
      return yield* Effect.catchTag(access.find({ _tag: "Id", id: dataset }), "NotFound", () => noSuchClaim)
    })

    /** Who asks about a claim that does not last any more, the workunit of theirs that ended it, and how it ended without one. */
    const ended = Effect.fn("ClaimAccess.ended")(function* (id: ClaimId) {
      const end = yield* workunits.endOf(id)
      const known = Option.isSome(end)
        ? Option.some({ datasetId: end.value.datasetId, reason: null })
        : yield* claims.endOf(id)
      if (Option.isNone(known)) return yield* noSuchClaim
      const { datasetId, reason } = known.value
      const { actor } = yield* find(datasetId)
      return {
        actor,
        end: Option.getOrNull(Option.filter(end, ({ createdBy }) => createdBy === actor)),
        reason,
      }
    })

    return { find, ended }
  }),
}) {}

/** Why nothing can be done with a claim that does not last any more. */
export const claimIsOver = (ended: {
  readonly end: Workunit | null
  readonly reason: ClaimEnd | null
}): Conflict => (ended.end === null ? staleBecause(ended.reason) : new Conflict({ code: "claim_ended" }))

const staleBecause = (claimEnd: ClaimEnd | null): Conflict =>
  new Conflict({ code: "stale_claim", claimEnd: claimEnd ?? "unknown" })

/** Why nothing can be done with a claim of somebody else. */
export const heldBy = (holder: Username): Conflict => new Conflict({ code: "stale_claim", holder })

/** The lease ended a moment ago. */
export const hasExpired = Effect.suspend(() => staleBecause("expired"))

const noSuchClaim = Effect.fail(new NotFound({ resource: "claim" }))
