import { Effect, Option } from "effect"
import { Access, type Permitted } from "../access/Access.ts"
import type { DatasetAccess } from "../access/DatasetFinder.ts"
import type { Claim, ClaimEnd } from "../domain/Claim.ts"
import { Conflict, NotFound } from "../domain/errors.ts"
import type { ClaimId, DatasetId } from "../domain/Ids.ts"
import type { Username } from "../domain/Names.ts"
import type { Prediction } from "../domain/Prediction.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { PredictionStore } from "../placement/PredictionStore.ts"
import { WorkunitStore } from "../placement/WorkunitStore.ts"

/**
 * Claims as the caller may see them. For a caller who cannot see the dataset the claim does not exist. Others learn that it
 * has ended, as long as that is stored: for 30 days, or forever when a workunit ended it.
 */
export const makeClaimAccess = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const workunits = yield* WorkunitStore
  const access = yield* Access
  const predictions = yield* PredictionStore

  /** The dataset of a claim and the caller's role on it. */
  const find = Effect.fnUntraced(function* (dataset: DatasetId) {
    return yield* Effect.catchTag(access.find({ _tag: "Id", id: dataset }), "NotFound", () => noSuchClaim)
  })

  /** `find` with what else is read of the dataset. */
  const findWith = <A extends { readonly access: DatasetAccess }>(
    dataset: DatasetId,
    read: (user: Username | null) => Effect.Effect<Option.Option<A>>,
  ) => Effect.catchTag(access.findWith({ _tag: "Id", id: dataset }, read), "NotFound", () => noSuchClaim)

  /** For a claim that has ended: the caller, the workunit of theirs that ended it, and otherwise how it ended. */
  const failAsEnded = Effect.fnUntraced(function* (id: ClaimId) {
    const end = yield* workunits.endOf(id)
    const isRecorded = Option.isSome(end)
      ? Option.some({ datasetId: end.value.datasetId, reason: null })
      : yield* claims.endOf(id)
    const answered = Option.isSome(isRecorded) ? null : Option.getOrNull(yield* predictions.byClaim(id))
    if (Option.isNone(isRecorded) && answered === null) return yield* noSuchClaim
    const { datasetId, reason } = Option.getOrElse(isRecorded, () => ({
      datasetId: answered?.datasetId,
      reason: null,
    }))
    const { actor } = yield* datasetId === undefined ? noSuchClaim : find(datasetId)
    return {
      actor,
      prediction: answered?.model === actor ? answered : null,
      end: Option.getOrNull(Option.filter(end, ({ createdBy }) => createdBy === actor)),
      reason,
    }
  })

  return { find, findWith, ended: failAsEnded }
})

/** The error for a claim that has ended. */
export const claimIsOver = (ended: {
  readonly end: Workunit | null
  readonly prediction: Prediction | null
  readonly reason: ClaimEnd | null
}): Conflict =>
  ended.end === null && ended.prediction === null
    ? makeStaleClaimError(ended.reason)
    : new Conflict({ code: "claim_ended" })

const makeStaleClaimError = (claimEnd: ClaimEnd | null): Conflict =>
  new Conflict({ code: "stale_claim", claimEnd: claimEnd ?? "unknown" })

/** The error for a claim of somebody else. */
export const makeHeldByError = (claim: Claim, { role }: Pick<Permitted, "role">): Conflict =>
  new Conflict({ code: "stale_claim", holder: findShownHolder(claim, role) })

/** The holder of a claim, for callers who may know who works: models do not learn it of people. */
export const findShownHolder = (
  { holder, queue }: Pick<Claim, "holder" | "queue">,
  role: Permitted["role"],
): Username | undefined => (role === "model" && queue !== "prelabeling" ? undefined : holder)

/** The lease has just expired. */
export const hasExpired = Effect.suspend(() => makeStaleClaimError("expired"))

const noSuchClaim = Effect.fail(new NotFound({ resource: "claim" }))
