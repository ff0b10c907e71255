import { Effect } from "effect"
import { LabelsetFinder } from "../../access/LabelsetFinder.ts"
import type { Claim } from "../../domain/Claim.ts"
import { Conflict, InvalidInput, PermissionDenied } from "../../domain/errors.ts"
import type { ClaimId } from "../../domain/Ids.ts"
import { allows } from "../../domain/permissions.ts"
import { SampleReader } from "../../reading/SampleReader.ts"
import { hasExpired, makeClaimAccess, makeHeldByError } from "../makeClaimAccess.ts"
import { findWorkViolations } from "../workInput.ts"
import { isOver, type LockedClaim, makeOverlapClaims } from "./makeOverlapClaims.ts"
import { makeOverlapDecisions } from "./makeOverlapDecisions.ts"
import { makeOverlapLabels } from "./makeOverlapLabels.ts"
import type { OverlapWorkRequest } from "./openedWork.ts"

/** Work on claims of samples that several people label. Everything runs in the caller's transaction. */
export const makeOverlapWork = Effect.gen(function* () {
  const { lockClaim } = yield* makeOverlapClaims
  const { label } = yield* makeOverlapLabels
  const { decide } = yield* makeOverlapDecisions
  const claimAccess = yield* makeClaimAccess
  const labelsets = yield* LabelsetFinder
  const samples = yield* SampleReader

  /** Performs the work. Null when the claim is none of a sample with overlap. */
  const perform = Effect.fnUntraced(function* (id: ClaimId, request: OverlapWorkRequest) {
    const locked = yield* lockClaim(id, canDecide)
    if (locked === null) return null
    const permitted = yield* findPermitted(locked)
    const labelset = yield* labelsets.getGroundTruth(permitted.dataset.id)
    const { label: truth, sample } = yield* samples.getForWrite(locked.claim.sampleId, labelset.id)
    const errors = findWorkViolations(request.input)
    if (errors.length > 0) return yield* new InvalidInput({ errors })
    const opened = { ...locked, ...request, permitted, labelset, sample, truth }
    return yield* locked.claim.queue === "labeling" ? label(opened) : decide(opened)
  })

  /** Whether a label may be merged with the others when it is the last one. */
  const canDecide = ({ datasetId }: Claim) =>
    Effect.map(claimAccess.find(datasetId), ({ dataset }) => dataset.settings.overlapDecision !== "review")

  /** The dataset, for the claim's holder, while they may work in its queue. */
  const findPermitted = Effect.fnUntraced(function* (locked: LockedClaim) {
    const { datasetId, holder, queue } = locked.claim
    const permitted = yield* claimAccess.find(datasetId)
    if (holder !== permitted.actor) return yield* makeHeldByError(locked.claim, permitted)
    if (isOver(locked)) return yield* hasExpired
    const operation = queue === "labeling" ? "label" : "review"
    if (!allows(permitted.role, operation, permitted.dataset)) return yield* new PermissionDenied()
    if (permitted.dataset.archived) return yield* new Conflict({ code: "dataset_archived" })
    return permitted
  })

  return { perform }
})
