import { Effect, Option } from "effect"
import { Access, type Permitted } from "../access/Access.ts"
import { AuditLog } from "../access/AuditLog.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import type { Claim } from "../domain/Claim.ts"
import { defaultLeaseSeconds } from "../domain/defaultLease.ts"
import { Conflict, InvalidInput, NotFound, PermissionDenied } from "../domain/errors.ts"
import type { ClaimId, VersionId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import { ValidatedJson } from "../domain/jsonInput.ts"
import type { Label } from "../domain/Label.ts"
import { allows } from "../domain/permissions.ts"
import type { Sample } from "../domain/Sample.ts"
import { now, toMillis } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { Events } from "../events/Events.ts"
import { Issues, issueCreated } from "../issues/Issues.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { traced } from "../kernel/traced.ts"
import { canRefuseFinal } from "../labels/admission.ts"
import { explainNotOpen } from "../labels/directWrites.ts"
import { LabelWriter, labelContext } from "../labels/LabelWriter.ts"
import { patchContent, readLabel, settleInput } from "../labels/labelInput.ts"
import { makeLabelChecks, type WriteCheck } from "../labels/makeLabelChecks.ts"
import { ClaimStore } from "../placement/ClaimStore.ts"
import { makeClaimedWorkunit } from "../placement/makeWorkunit.ts"
import { Placement } from "../placement/Placement.ts"
import { findTransition, isOpen, type WorkAction } from "../placement/transitions.ts"
import { WorkunitStore } from "../placement/WorkunitStore.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { SigningKeys } from "../releases/SigningKeys.ts"
import { Transaction } from "../storage/Transaction.ts"
import { CheckResults, type Foreseen } from "../warnings/CheckResults.ts"
import { formatAnswer } from "./formatAnswer.ts"
import { claimIsOver, hasExpired, makeClaimAccess, makeHeldByError } from "./makeClaimAccess.ts"
import { makeEarlierTime } from "./makeEarlierTime.ts"
import { makeOverlapWork } from "./overlap/makeOverlapWork.ts"
import { OverlapComparisons } from "./overlap/OverlapComparisons.ts"
import { refuseLetter } from "./overlap/openedWork.ts"
import { makeReviewSampling } from "./review/makeReviewSampling.ts"
import { addUndoNote, makeUndoNote, readFinishedWork, removeUndoNote } from "./undoNote.ts"
import {
  computePeople,
  computeWorkDigest,
  findWorkViolations,
  type ReadWork,
  type WorkInput,
} from "./workInput.ts"

/** The result of work on a claim. */
export interface WorkDone {
  /** The label after the work. Null in a repeated answer, which is text. */
  readonly label: Label | null
  readonly workunit: Workunit
  /** `{label, workunit, warnings}`. For a repeated request, the first answer. */
  readonly answer: JsonText
  readonly repeated: boolean
}

/**
 * Work on a claim: the transition, the workunit, the events and the end of the claim in one transaction. A repeated request
 * gets its first answer again, so a client may always retry.
 */
export class Work extends Effect.Service<Work>()("@annotary/core/Work", {
  effect: Effect.gen(function* () {
    const claims = yield* ClaimStore
    const claimAccess = yield* makeClaimAccess
    const labelsets = yield* LabelsetFinder
    const samples = yield* SampleReader
    const writer = yield* LabelWriter
    const workunits = yield* WorkunitStore
    const issues = yield* Issues
    const events = yield* Events
    const checks = yield* makeLabelChecks
    const checkResults = yield* CheckResults
    const comparisons = yield* OverlapComparisons
    const overlapWork = yield* makeOverlapWork
    const reviewSampling = yield* makeReviewSampling
    const { countEarlierTime } = yield* makeEarlierTime
    const transaction = yield* Transaction

    /** Performs work on a claim: `save` renews the claim; `submit`, `skip`, `accept` and `reject` end it. */
    const perform = traced("Queue.perform")(function* (
      id: ClaimId,
      action: WorkAction,
      sent: WorkInput = {},
    ) {
      const { input, violations } = readLabel(sent, yield* ValidatedJson)
      // Invalid input was never performed before.
      if (violations.length > 0)
        return yield* new InvalidInput({ errors: [...violations, ...findWorkViolations(input)] })
      const digest = computeWorkDigest(action, input)
      const prepared = comparisons.begin()
      const attemptWork = (foreseen: Foreseen | null) =>
        Effect.gen(function* () {
          const claim = yield* claims.findForUpdate(id)
          if (Option.isSome(claim)) return yield* performWork(claim.value, action, input, digest, foreseen)
          const request = { action, input, digest, foreseen, comparisons: prepared }
          const done = yield* overlapWork.perform(id, request)
          return done ?? (yield* repeat(id, action, digest))
        })
      if (action === "submit" && !reviewSampling.isPrepared()) yield* reviewSampling.prepare
      return yield* checkResults.foreseeing((foreseen) =>
        retryChanged(transaction.run(attemptWork(foreseen))),
      )
    })

    /** For an ended claim: the answer that the same request got, or the error. */
    const repeat = Effect.fnUntraced(function* (id: ClaimId, action: WorkAction, digest: string) {
      const ended = yield* claimAccess.ended(id)
      const { actor, end } = ended
      const last = action === "save" ? Option.getOrNull(yield* workunits.lastSave(id)) : end
      const again = last?.createdBy === actor && last.digest === digest ? toRepeated(last) : null
      return again ?? (yield* claimIsOver(ended))
    })

    const performWork = Effect.fnUntraced(function* (
      claim: Claim,
      action: WorkAction,
      input: ReadWork,
      digest: string,
      foreseen: Foreseen | null,
    ) {
      const { before, labelset, permitted, sample } = yield* openLabel(claim)
      const again = action === "save" ? yield* findRepeatedSave(claim, digest, before) : null
      if (again !== null) return yield* Effect.as(renewLease(claim), again)

      const saved = yield* findSavedSession(claim, before)
      const errors = findWorkViolations(input)
      if (errors.length > 0) return yield* new InvalidInput({ errors })
      if (input.overlapLabel !== undefined) return yield* refuseLetter
      const row = findTransition(claim.queue, action)
      const from = before?.status ?? null
      if (row === undefined || !isOpen(row, from, permitted.dataset.settings))
        return yield* explainNotOpen(row === undefined ? [] : [row], from, permitted.dataset.settings)

      const people = computePeople(row, permitted.actor, yield* now)
      const settled = settleInput(input, before, permitted.dataset.taskType)
      const content = patchContent(before, settled.input, row.to)
      const { dataset } = permitted
      const place = { dataset, labelset: labelset.id, sample: sample.id }
      const sent = input.attributes !== undefined
      const isFinal = action === "submit" || action === "accept"
      const checksStored = isFinal && canRefuseFinal(dataset.settings)
      const outcome =
        sent || action === "submit" || action === "save" || checksStored
          ? yield* checks.checkWrite(
              place,
              content.attributes,
              sent,
              foreseen,
              before?.attributes ?? null,
              isFinal,
            )
          : null
      const isSampled = action === "submit" && dataset.settings.reviewRate < 1
      const followUp = isSampled
        ? yield* reviewSampling.findAcceptance({ permitted, sample, labelset, content }, outcome)
        : undefined
      const ends = action === "save" ? undefined : claim
      return yield* writer.write(
        { permitted, sample, labelset, before, content, action, people, ends, followUp },
        Effect.fnUntraced(function* (label, worked) {
          if (ends === undefined) yield* renewLease(claim)
          else if (label === before) yield* claims.finish(claim)
          const change = { before, after: worked, action }
          const unit = yield* makeClaimedWorkunit(
            claim,
            sample,
            change,
            input,
            digest,
            saved,
            countEarlierTime(claim),
          )
          const check =
            outcome === null ? unchecked : yield* checks.keep(dataset, label, outcome, before === null)
          const hasComment = input.comment != null && input.comment.trim() !== ""
          // Answers to gold samples are not taken back, and other submissions look like them.
          // Whoever could take back a drawn submission, but no accepted one, would learn the draw and improve drawn labels alone.
          const undo =
            label === before || isSampled || (action !== "accept" && dataset.settings.goldRate > 0)
              ? undefined
              : makeUndoNote(unit, before, dataset.configVersion, hasComment)
          const answer = formatAnswer(
            label,
            labelContext(permitted, labelset),
            unit,
            check,
            settled.advice,
            undo,
          )
          if (!(yield* workunits.insert({ ...unit, answer: addUndoNote(answer, undo) })))
            return yield* new Conflict({ code: "claim_ended" })
          if (hasComment) yield* openIssue(permitted, sample, input.comment)
          return {
            label,
            workunit: { ...unit, answer },
            answer,
            repeated: false,
          } satisfies WorkDone
        }),
      )
    })

    /** Reads the subject of the claim for its holder. The lock of the claim keeps the dataset and the sample from being deleted. */
    const openLabel = Effect.fnUntraced(function* (claim: Claim) {
      const labelset = yield* labelsets.getGroundTruth(claim.datasetId)
      const opened = yield* claimAccess.findWith(claim.datasetId, (user) =>
        samples.findForWriteBy(user, claim.sampleId, labelset.id),
      )
      if (Option.isNone(opened)) return yield* new NotFound({ resource: "sample" })
      const { found, permitted } = opened.value
      yield* checkHolder(claim, permitted)
      return { permitted, labelset, sample: found.sample, before: found.label }
    })

    /** Fails unless the caller holds the claim, and may work in its queue. */
    const checkHolder = Effect.fnUntraced(function* (claim: Claim, permitted: Permitted) {
      if (claim.holder !== permitted.actor) return yield* makeHeldByError(claim, permitted)
      const operation = claim.queue === "reviewing" ? "review" : "label"
      if (!allows(permitted.role, operation, permitted.dataset)) return yield* new PermissionDenied()
      if (permitted.dataset.archived) return yield* new Conflict({ code: "dataset_archived" })
    })

    /**
     * The answer to a repeated save: the save was the last one, and the label is still its result. After another save or
     * write, the same body is new work.
     */
    const findRepeatedSave = Effect.fnUntraced(function* (claim: Claim, digest: string, label: Label | null) {
      const last = Option.getOrNull(yield* workunits.lastSave(claim.id))
      const same = last?.digest === digest && label !== null && labelVersionIn(last.answer) === label.version
      return same ? toRepeated(last) : null
    })

    /** The saves on the claim, whose label names the holder since then. Other work reads nothing. */
    const findSavedSession = ({ datasetId, holder, id, queue }: Claim, label: Label | null) =>
      (queue === "labeling" ? label?.labeler : label?.reviewer) === holder
        ? Effect.map(workunits.sessions(datasetId, [id]), ([session]) => session ?? null)
        : Effect.succeed(null)

    /**
     * Renews the lease of a save, never shortening it. Uses the storage's clock, which alone knows the current time of
     * leases.
     */
    const renewLease = Effect.fnUntraced(function* (claim: Claim) {
      const renewed = yield* claims.renew(claim, defaultLeaseSeconds)
      if (Option.isNone(renewed)) return yield* hasExpired
      const lost = toMillis(claim.expiresAt) - toMillis(renewed.value.expiresAt)
      if (lost > 0) yield* claims.renew(claim, defaultLeaseSeconds + Math.ceil(lost / 1000))
    })

    const openIssue = Effect.fnUntraced(function* (
      permitted: Permitted,
      sample: Sample,
      description: string,
    ) {
      const issue = yield* issues.insert(permitted.actor, sample, { description })
      yield* events.record(permitted, [issueCreated(issue)])
    })

    return { perform }
  }),
}) {
  static readonly dependencies = [
    Access,
    AuditLog,
    CheckResults,
    Events,
    Issues,
    LabelWriter,
    LabelsetFinder,
    OverlapComparisons,
    Placement,
    QuotaCounter,
    SampleReader,
    SigningKeys,
  ] as const
}

const toRepeated = (workunit: Workunit): WorkDone | null =>
  workunit.answer === null
    ? null
    : { label: null, workunit, answer: removeUndoNote(workunit.answer), repeated: true }

/** The label version in an answer. */
const labelVersionIn = (answer: JsonText | null): VersionId | undefined => readFinishedWork(answer)?.version

/** The step did not change the label's content. */
const unchecked: WriteCheck = { warnings: null, error: undefined }
