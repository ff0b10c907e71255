import { Clock, Effect, Option } from "effect"
import type { Permitted } from "../access/Access.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { refusePaused } from "../access/refusePaused.ts"
import type { Claim } from "../domain/Claim.ts"
import { Conflict, PermissionDenied } from "../domain/errors.ts"
import { ClaimId, generateId } from "../domain/Ids.ts"
import type { Label } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import { allows } from "../domain/permissions.ts"
import { toMillis } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { LabelStore } from "../labels/LabelStore.ts"
import { LabelWriter } from "../labels/LabelWriter.ts"
import { makeLabelChecks } from "../labels/makeLabelChecks.ts"
import { ClaimStore, type SampleClaimRequest } from "../placement/ClaimStore.ts"
import { makeUndoneWorkunit } from "../placement/makeWorkunit.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { Placement } from "../placement/Placement.ts"
import { WorkunitStore } from "../placement/WorkunitStore.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { Transaction } from "../storage/Transaction.ts"
import { CheckResults, type Foreseen } from "../warnings/CheckResults.ts"
import { claimIsOver, makeClaimAccess, makeHeldByError } from "./makeClaimAccess.ts"
import { makeOverlapClaims } from "./overlap/makeOverlapClaims.ts"
import { makeOverlapUndo } from "./overlap/makeOverlapUndo.ts"
import { type LabelBefore, notUndoable, readFinishedWork, type UndoneWork } from "./undoNote.ts"

/**
 * Takes back work that the caller has just finished: the label returns to the version before, the sample to its place in the queue, and
 * the caller gets it again, all in one transaction.
 */
export const makeUndo = Effect.gen(function* () {
  const claims = yield* ClaimStore
  const claimAccess = yield* makeClaimAccess
  const labelsets = yield* LabelsetFinder
  const samples = yield* SampleReader
  const labels = yield* LabelStore
  const writer = yield* LabelWriter
  const workunits = yield* WorkunitStore
  const placement = yield* Placement
  const checks = yield* makeLabelChecks
  const checkResults = yield* CheckResults
  const settings = yield* EngineSettings
  const overlapClaims = yield* makeOverlapClaims
  const overlapUndo = yield* makeOverlapUndo
  const overlaps = yield* OverlapStore
  const transaction = yield* Transaction

  const undo = (id: ClaimId, leaseSeconds: number) =>
    checkResults.foreseeing((foreseen) => retryChanged(transaction.run(runUndo(id, leaseSeconds, foreseen))))

  /** Takes the turn of a claim before the row of the sample, as claims do, and counts last. */
  const runUndo = Effect.fnUntraced(function* (id: ClaimId, leaseSeconds: number, foreseen: Foreseen | null) {
    const { end, note, version } = yield* findFinished(id)
    const permitted = yield* findPermitted(end)
    const request: SampleClaimRequest = {
      datasetId: end.datasetId,
      sampleId: end.sampleId,
      user: permitted.actor,
      queue: end.workType === "review" ? "reviewing" : "labeling",
      leaseSeconds,
      id: yield* generateId(ClaimId),
      maxOpen: settings.maxOpenClaims,
    }
    yield* claims.takeTurn(request)
    if (note.overlap === true) return yield* overlapUndo.undo({ end, note, version, permitted, request })
    const held = (yield* placement.lock(end.datasetId, [end.sampleId])).get(end.sampleId)
    if (held !== undefined && held.holder !== permitted.actor)
      return yield* new Conflict({ code: "sample_held", holder: held.holder })
    if (permitted.dataset.settings.usesOverlap && (yield* hasOverlap(end))) return yield* notUndoable
    const labelset = yield* labelsets.getGroundTruth(end.datasetId)
    const { configVersion, label, sample } = yield* samples.getForWrite(end.sampleId, labelset.id)
    if (held !== undefined || label === null || label.version !== version) return yield* notUndoable
    if (configVersion !== note.config_version) return yield* notUndoable
    const write = yield* prepareLabel(permitted, labelset, label, note.before, foreseen)
    const place = { permitted, sample, labelset, before: label, action: "undo" } as const
    const insertAndClaim = (after: Label | null) =>
      Effect.gen(function* () {
        const workunit = yield* makeUndoneWorkunit(end, permitted.actor, after)
        yield* workunits.insert(workunit)
        const maxOpen = settings.maxOpenClaims - (yield* countWithOverlap(permitted, request))
        const claim = Option.getOrNull(yield* claims.claimSample({ ...request, maxOpen }))
        return { permitted, claim, workunit } satisfies UndoneWork
      })
    return write === null
      ? yield* writer.remove(place, insertAndClaim(null))
      : yield* writer.write({ ...place, ...write.next }, (after) =>
          Effect.zipRight(checks.keep(permitted.dataset, after, write.outcome, false), insertAndClaim(after)),
        )
  })

  /** The caller's work that ended the claim, while it can be taken back. */
  const findFinished = Effect.fnUntraced(function* (id: ClaimId) {
    const open = Option.getOrNull(yield* claims.find(id))
    if (open !== null) return yield* refuseOpen(open)
    const ended = yield* Effect.catchTag(claimAccess.ended(id), "NotFound", (unknown) =>
      Effect.flatMap(overlapClaims.find(id), ({ claim, isOpen }) =>
        isOpen && Option.isSome(claim) ? refuseOpen(claim.value) : Effect.fail(unknown),
      ),
    )
    const { end } = ended
    if (end === null) return yield* claimIsOver(ended)
    const finished = readFinishedWork(end.answer)
    const at = yield* Clock.currentTimeMillis
    if (finished?.undo === undefined || at > toMillis(finished.undo.until)) return yield* notUndoable
    return { end, note: finished.undo, version: finished.version }
  })

  const refuseOpen = Effect.fnUntraced(function* (claim: Claim) {
    const permitted = yield* claimAccess.find(claim.datasetId)
    return yield* claim.holder === permitted.actor ? notUndoable : makeHeldByError(claim, permitted)
  })

  /** Whether the work has become one of several labels since. */
  const hasOverlap = ({ datasetId, sampleId }: Pick<Workunit, "datasetId" | "sampleId">) =>
    Effect.map(overlaps.find(datasetId, [sampleId]), (all) => all.has(sampleId))

  /** The person's open claims of samples with overlap, which count too. */
  const countWithOverlap = ({ dataset }: Permitted, { datasetId, queue, user }: SampleClaimRequest) =>
    dataset.settings.usesOverlap
      ? Effect.map(overlapClaims.listOpen(datasetId, user, queue), (open) => open.length)
      : Effect.succeed(0)

  const findPermitted = Effect.fnUntraced(function* ({ datasetId, workType }: Workunit) {
    const permitted = yield* claimAccess.find(datasetId)
    const operation = workType === "review" ? "review" : "label"
    if (!allows(permitted.role, operation, permitted.dataset)) return yield* new PermissionDenied()
    if (permitted.dataset.archived) return yield* new Conflict({ code: "dataset_archived" })
    yield* refusePaused(permitted)
    return permitted
  })

  /** The content and the people of the version before; null where there was no label. */
  const prepareLabel = Effect.fnUntraced(function* (
    { dataset }: Permitted,
    labelset: Labelset,
    label: Label,
    before: LabelBefore | null,
    foreseen: Foreseen | null,
  ) {
    if (before === null) return null
    const stored = yield* labels.version(label.sampleId, labelset.id, before.version)
    if (Option.isNone(stored) || stored.value.to === null) return yield* notUndoable
    const { attributes, rating, score, to: status } = stored.value
    const { labeler, rejecter, reviewed_at: reviewedAt, reviewed_by: reviewedBy, reviewer } = before
    return {
      next: {
        content: { status, attributes, score, rating },
        people: { labeler, rejecter, reviewer, reviewedAt, reviewedBy },
      },
      outcome: yield* checkResults.checkWithin(dataset, attributes, foreseen, label.attributes),
    }
  })

  return { undo }
})
