import { Effect, Option } from "effect"
import type { Permitted } from "../../access/Access.ts"
import { LabelsetFinder } from "../../access/LabelsetFinder.ts"
import { QuotaCounter } from "../../access/QuotaCounter.ts"
import { namedAssets } from "../../assets/namedAssets.ts"
import { defaultLeaseSeconds } from "../../domain/defaultLease.ts"
import { Conflict, InvalidInput, PermissionDenied } from "../../domain/errors.ts"
import { type ClaimId, generateId, VersionId } from "../../domain/Ids.ts"
import type { JsonText } from "../../domain/JsonText.ts"
import type { Label } from "../../domain/Label.ts"
import type { Labelset } from "../../domain/Labelset.ts"
import { type OverlapLabel, toOverlapLetter } from "../../domain/Overlap.ts"
import { allows } from "../../domain/permissions.ts"
import type { Sample } from "../../domain/Sample.ts"
import { now } from "../../domain/Timestamp.ts"
import type { Workunit } from "../../domain/Workunit.ts"
import { Events } from "../../events/Events.ts"
import { Issues, issueCreated } from "../../issues/Issues.ts"
import { explainNotOpen } from "../../labels/directWrites.ts"
import { LabelWriter, labelContext } from "../../labels/LabelWriter.ts"
import { patchContent, settleInput } from "../../labels/labelInput.ts"
import { makeLabelChecks, type WriteCheck } from "../../labels/makeLabelChecks.ts"
import { makeClaimedWorkunit } from "../../placement/makeWorkunit.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import {
  decideOverlap,
  finishPlace,
  savePlace,
  toOverlapKey,
  updatePlaces,
} from "../../placement/overlapPlaces.ts"
import { Placement } from "../../placement/Placement.ts"
import { toQueueFacts } from "../../placement/queueKey.ts"
import { findTransition, isOpen, type WorkAction } from "../../placement/transitions.ts"
import { WorkunitStore } from "../../placement/WorkunitStore.ts"
import { SampleReader } from "../../reading/SampleReader.ts"
import type { Foreseen } from "../../warnings/CheckResults.ts"
import { formatAnswer } from "../formatAnswer.ts"
import { hasExpired, makeClaimAccess, makeHeldByError } from "../makeClaimAccess.ts"
import { readFinishedWork, removeUndoNote } from "../undoNote.ts"
import { computePeople, findWorkViolations, type ReadWork } from "../workInput.ts"
import { compareOverlap } from "./compareOverlap.ts"
import { isOver, type LockedClaim, makeOverlapClaims } from "./makeOverlapClaims.ts"
import { toLabel } from "./toLabel.ts"

/** The work of a request on a claim. */
export interface OverlapWorkRequest {
  readonly action: WorkAction
  readonly input: ReadWork
  readonly digest: string
  readonly foreseen: Foreseen | null
}

/** Everything that work needs, under the locks. */
interface OpenedWork extends LockedClaim, OverlapWorkRequest {
  readonly permitted: Permitted
  readonly labelset: Labelset
  readonly sample: Sample
  /** The ground truth. */
  readonly truth: Label | null
}

/**
 * Work on claims of samples that several people label. A label is stored beside the ground truth, where nobody else sees it, and no event
 * reports it. The decision writes the ground truth. Everything runs in the caller's transaction.
 */
export const makeOverlapWork = Effect.gen(function* () {
  const store = yield* OverlapStore
  const overlapClaims = yield* makeOverlapClaims
  const claimAccess = yield* makeClaimAccess
  const labelsets = yield* LabelsetFinder
  const samples = yield* SampleReader
  const placement = yield* Placement
  const writer = yield* LabelWriter
  const checks = yield* makeLabelChecks
  const workunits = yield* WorkunitStore
  const issues = yield* Issues
  const events = yield* Events
  const assets = yield* namedAssets
  const quota = yield* QuotaCounter

  /** Performs the work. Null when the claim is none of a sample with overlap. */
  const perform = Effect.fnUntraced(function* (id: ClaimId, request: OverlapWorkRequest) {
    const locked = yield* overlapClaims.lockClaim(id)
    if (locked === null) return null
    const permitted = yield* findPermitted(locked)
    const labelset = yield* labelsets.getGroundTruth(permitted.dataset.id)
    const { label: truth, sample } = yield* samples.getForWrite(locked.claim.sampleId, labelset.id)
    const errors = findWorkViolations(request.input)
    if (errors.length > 0) return yield* new InvalidInput({ errors })
    const opened = { ...locked, ...request, permitted, labelset, sample, truth }
    return yield* locked.claim.queue === "labeling" ? label(opened) : decide(opened)
  })

  /** The dataset, for the claim's holder, while they may work in its queue. */
  const findPermitted = Effect.fnUntraced(function* (locked: LockedClaim) {
    const { datasetId, holder, queue } = locked.claim
    const permitted = yield* claimAccess.find(datasetId)
    if (holder !== permitted.actor) return yield* makeHeldByError(holder)
    if (isOver(locked)) return yield* hasExpired
    const operation = queue === "labeling" ? "label" : "review"
    if (!allows(permitted.role, operation, permitted.dataset)) return yield* new PermissionDenied()
    if (permitted.dataset.archived) return yield* new Conflict({ code: "dataset_archived" })
    return permitted
  })

  /** Stores the label of one person: finished, or saved. With the last missing one, the labels are compared. */
  const label = Effect.fnUntraced(function* (opened: OpenedWork) {
    const { action, claim, digest, foreseen, input, labelset, overlap, permitted, place, sample, truth } =
      opened
    const { dataset } = permitted
    if (input.overlapLabel !== undefined) return yield* refuseLetter
    const row = findTransition("labeling", action)
    if (row === undefined || !isOpen(row, null, dataset.settings))
      return yield* explainNotOpen(row === undefined ? [] : [row], null, dataset.settings)
    const labels = yield* store.listLabels(dataset.id, sample.id)
    const draft = labels.find(({ labeler }) => labeler === claim.holder)
    const before = draft === undefined ? truth : toLabel(draft, labelset.id)
    const again = action === "save" ? yield* findRepeatedSave(claim.id, digest, draft) : null
    if (again !== null) return yield* Effect.as(renew(opened), again)
    const settled = settleInput(input, before, dataset.taskType)
    const content = patchContent(before, settled.input, row.to)
    const isSent = input.attributes !== undefined
    const outcome =
      action === "skip" && !isSent
        ? null
        : yield* checks.checkWrite(
            { dataset, labelset: labelset.id, sample: sample.id },
            content.attributes,
            isSent,
            foreseen,
            before?.attributes ?? null,
            action === "submit",
          )
    const references = assets.keepIn(dataset.id, [content.attributes])
    const bytes = references === null ? 0 : yield* references
    const written: OverlapLabel = {
      datasetId: dataset.id,
      sampleId: sample.id,
      labeler: claim.holder,
      version: yield* generateId(VersionId),
      ...content,
      status: action === "save" ? "LABELING_IN_PROGRESS" : action === "skip" ? "SKIPPED" : "LABELED",
      comment: readComment(input) ?? draft?.comment ?? null,
      configVersion: dataset.configVersion,
      createdAt: yield* now,
    }
    yield* store.addLabel(written)
    if (action === "save") {
      yield* store.put([savePlace(overlap, place.place, claim.holder)])
      yield* renew({ ...opened, overlap: savePlace(overlap, place.place, claim.holder) })
    } else yield* finish(opened)
    if (bytes > 0) yield* quota.take(permitted, { bytes })
    const after = toLabel(written, labelset.id)
    const check = outcome === null ? unchecked : yield* checks.show(after, outcome)
    return yield* record(opened, before, after, check, settled.advice)
  })

  /** Extends the lease of a save, never shortening it. */
  const renew = Effect.fnUntraced(function* (locked: LockedClaim) {
    const left = Math.ceil((Date.parse(locked.claim.expiresAt) - locked.now) / 1000)
    return yield* overlapClaims.renewLocked(locked, Math.max(defaultLeaseSeconds, left))
  })

  /** Ends the place of a finished label. */
  const finish = Effect.fnUntraced(function* ({ claim, overlap, permitted, place, sample }: OpenedWork) {
    const { dataset } = permitted
    const next = finishPlace(overlap, place.place, claim.holder)
    if (next.state === "labeling") return yield* store.put([next])
    const labels = yield* store.listLabels(dataset.id, sample.id)
    const agreement = compareOverlap(dataset, sortBySubmission(labels, next.labelers))
    const workers = yield* placement.findWorkers(
      dataset.id,
      sample.assignedReviewer === null ? [] : [sample.assignedReviewer],
    )
    const key = toOverlapKey(toQueueFacts(sample, null), workers)
    return yield* store.put([updatePlaces({ ...next, agreement }, key, 0)])
  })

  /** Writes the ground truth: one of the labels, or what the reviewer sends. */
  const decide = Effect.fnUntraced(function* (opened: OpenedWork) {
    const { action, claim, foreseen, input, labelset, overlap, permitted, sample, truth } = opened
    const { dataset } = permitted
    const row = findTransition("reviewing", action)
    if (row === undefined || (action !== "accept" && action !== "skip"))
      return yield* new Conflict({ code: "overlap_open" })
    if (!isOpen(row, "LABELED", dataset.settings))
      return yield* explainNotOpen([row], "LABELED", dataset.settings)
    // A manager has finished the ground truth meanwhile.
    if (truth?.status === "REVIEWED" || truth?.status === "VERIFIED")
      return yield* explainNotOpen([row], truth.status, dataset.settings)
    if (action === "skip" && input.overlapLabel !== undefined) return yield* refuseLetter
    const labels = sortBySubmission(yield* store.listLabels(dataset.id, sample.id), overlap.labelers)
    const chosen = labels.find((_, index) => toOverlapLetter(index) === input.overlapLabel)
    if (input.overlapLabel !== undefined && chosen === undefined)
      return yield* InvalidInput.at("/overlapLabel", "must be the letter of a label of this sample")
    if (action === "accept" && chosen === undefined && input.attributes === undefined)
      return yield* InvalidInput.at("/overlapLabel", "must name a label, unless attributes are sent")
    if (chosen?.status === "SKIPPED" && input.attributes === undefined)
      return yield* InvalidInput.at(
        "/overlapLabel",
        "must name a label that is not skipped, unless attributes are sent",
      )
    const base = chosen === undefined ? truth : toLabel(chosen, labelset.id)
    const settled = settleInput(input, base, dataset.taskType)
    const content = patchContent(base, settled.input, row.to)
    const isSent = input.attributes !== undefined
    const outcome =
      action === "skip" && !isSent
        ? null
        : yield* checks.checkWrite(
            { dataset, labelset: labelset.id, sample: sample.id },
            content.attributes,
            // The type and the configuration of the dataset may have changed since the label was sent.
            isSent || chosen !== undefined,
            foreseen,
            truth?.attributes ?? null,
            action === "accept",
          )
    const at = yield* now
    const decidedFor = chosen?.labeler ?? null
    yield* store.put([decideOverlap(overlap, { decidedAt: at, decidedBy: claim.holder, decidedFor })])
    const people = { ...computePeople(row, permitted.actor, at), labeler: decidedFor }
    return yield* writer.write(
      { permitted, sample, labelset, before: truth, content, action, people },
      Effect.fnUntraced(function* (after) {
        const check = outcome === null ? unchecked : yield* checks.keep(dataset, after, outcome)
        const comment = readComment(input)
        if (comment !== null) {
          const issue = yield* issues.insert(permitted.actor, sample, { description: comment })
          yield* events.record(permitted, [issueCreated(issue)])
        }
        return yield* record(opened, truth, after, check, settled.advice)
      }),
    )
  })

  /** Records the work, and returns its answer. */
  const record = Effect.fnUntraced(function* (
    { action, claim, digest, input, labelset, permitted, sample }: OpenedWork,
    before: Label | null,
    after: Label,
    check: WriteCheck,
    advice: InvalidInput["errors"],
  ) {
    const [session] = yield* workunits.sessions(claim.datasetId, [claim.id])
    const unit = yield* makeClaimedWorkunit(
      claim,
      sample,
      { before, after, action },
      input,
      digest,
      session ?? null,
      () => Effect.succeed(0),
    )
    const answer = formatAnswer(after, labelContext(permitted, labelset), unit, check, advice, undefined)
    if (!(yield* workunits.insert({ ...unit, answer }))) return yield* new Conflict({ code: "claim_ended" })
    return { label: after, workunit: { ...unit, answer }, answer, repeated: false }
  })

  /** The answer to a repeated save, while the label is still its result. */
  const findRepeatedSave = Effect.fnUntraced(function* (
    id: ClaimId,
    digest: string,
    draft: OverlapLabel | undefined,
  ) {
    const last = Option.getOrNull(yield* workunits.lastSave(id))
    if (last?.digest !== digest || last.answer === null || draft === undefined) return null
    return readFinishedWork(last.answer)?.version === draft.version ? toRepeated(last, last.answer) : null
  })

  return { perform }
})

const toRepeated = (workunit: Workunit, answer: JsonText) => ({
  label: null,
  workunit,
  answer: removeUndoNote(answer),
  repeated: true,
})

/** The finished labels in the order in which they came in, which their letters follow. */
export const sortBySubmission = (
  labels: ReadonlyArray<OverlapLabel>,
  labelers: ReadonlyArray<string>,
): ReadonlyArray<OverlapLabel> =>
  labelers.flatMap((name) => labels.find(({ labeler }) => labeler === name) ?? [])

/** The error for a letter where no label is accepted by one. */
export const refuseLetter = InvalidInput.at(
  "/overlapLabel",
  "must be absent, except to accept one of the labels of a sample that several people label",
)

const readComment = ({ comment }: ReadWork): string | null =>
  comment != null && comment.trim() !== "" ? comment : null

const unchecked: WriteCheck = { warnings: null, error: undefined }
