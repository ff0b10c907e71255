import { Effect, Option } from "effect"
import { QuotaCounter } from "../../access/QuotaCounter.ts"
import { namedAssets } from "../../assets/namedAssets.ts"
import { defaultLeaseSeconds } from "../../domain/defaultLease.ts"
import { type ClaimId, generateId, VersionId } from "../../domain/Ids.ts"
import type { JsonText } from "../../domain/JsonText.ts"
import type { OverlapLabel } from "../../domain/Overlap.ts"
import { now } from "../../domain/Timestamp.ts"
import type { Workunit } from "../../domain/Workunit.ts"
import { explainNotOpen } from "../../labels/directWrites.ts"
import { patchContent, settleInput } from "../../labels/labelInput.ts"
import { makeLabelChecks } from "../../labels/makeLabelChecks.ts"
import { toLabel } from "../../labels/toLabel.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import { finishPlace, savePlace } from "../../placement/overlapPlaces.ts"
import { pickStart } from "../../placement/pickStart.ts"
import { findTransition, isOpen } from "../../placement/transitions.ts"
import { WorkunitStore } from "../../placement/WorkunitStore.ts"
import { makeGoldAnswers } from "../gold/makeGoldAnswers.ts"
import { readFinishedWork, removeUndoNote } from "../undoNote.ts"
import { type LockedClaim, makeOverlapClaims } from "./makeOverlapClaims.ts"
import { makeOverlapOutcomes } from "./makeOverlapOutcomes.ts"
import { makeOverlapRecords } from "./makeOverlapRecords.ts"
import { type OpenedWork, readComment, refuseLetter, unchecked } from "./openedWork.ts"

/** Labels of one person for a sample that several people label. They are stored beside the ground truth, and no event reports them. */
export const makeOverlapLabels = Effect.gen(function* () {
  const store = yield* OverlapStore
  const { renewLocked } = yield* makeOverlapClaims
  const { checkContent, makeUnit, record } = yield* makeOverlapRecords
  const { resolveOutcome } = yield* makeOverlapOutcomes
  const goldAnswers = yield* makeGoldAnswers
  const checks = yield* makeLabelChecks
  const workunits = yield* WorkunitStore
  const assets = yield* namedAssets
  const quota = yield* QuotaCounter

  /** Stores the label of one person: finished, or saved. The last missing one is followed by `makeOverlapOutcomes`. */
  const label = Effect.fnUntraced(function* (opened: OpenedWork) {
    const { action, claim, digest, input, labelset, overlap, permitted, place, sample, truth } = opened
    const { dataset } = permitted
    if (input.overlapLabel !== undefined) return yield* refuseLetter
    const row = findTransition("labeling", action)
    if (row === undefined || !isOpen(row, null, dataset.settings))
      return yield* explainNotOpen(row === undefined ? [] : [row], null, dataset.settings)
    const draft = (yield* store.findLabels(dataset.id, [sample.id], claim.holder)).get(sample.id)
    const before = draft === undefined ? pickStart(truth) : toLabel(draft, labelset.id)
    const again = action === "save" ? yield* findRepeatedSave(claim.id, digest, draft) : null
    if (again !== null) return yield* Effect.as(renew(opened), again)
    const settled = settleInput(input, before, dataset.taskType)
    const content = patchContent(before, settled.input, row.to)
    const outcome = yield* checkContent(opened, content.attributes, before, input.attributes !== undefined)
    const references = assets.keepIn(dataset.id, [content.attributes])
    const bytes = references === null ? 0 : yield* references
    const unmeasured: OverlapLabel = {
      datasetId: dataset.id,
      sampleId: sample.id,
      labeler: claim.holder,
      version: yield* generateId(VersionId),
      ...content,
      status: action === "save" ? "LABELING_IN_PROGRESS" : action === "skip" ? "SKIPPED" : "LABELED",
      comment: readComment(input) ?? draft?.comment ?? null,
      configVersion: dataset.configVersion,
      time: null,
      inactiveTime: null,
      createdAt: yield* now,
    }
    const after = toLabel({ ...unmeasured, startedAt: draft?.startedAt ?? unmeasured.createdAt }, labelset.id)
    const unit = yield* makeUnit(opened, before, after)
    const written = addTime(unmeasured, draft, unit)
    yield* store.addLabel(written)
    // Before the counts of the dataset, which a merged label changes.
    if (bytes > 0) yield* quota.take(permitted, { bytes })
    const isDecided =
      action === "save"
        ? yield* Effect.as(
            renew({ ...opened, overlap: savePlace(overlap, place.place, claim.holder, opened.now) }),
            false,
          )
        : yield* finish(opened)
    const isGold = action !== "save" && overlap.state === "gold"
    const gold = isGold ? yield* goldAnswers.record(permitted, written, opened.comparisons) : null
    const check =
      outcome === null
        ? unchecked
        : yield* pickStart(truth) === null ? checks.showNew(outcome) : checks.show(after, outcome)
    const { goldFeedback, goldRate } = dataset.settings
    // Whoever could take back answers to gold samples alone would know them; with the result, they would improve them.
    const isFinal = isDecided || isGold || goldRate > 0
    return yield* record(opened, unit, after, check, settled.advice, isFinal, goldFeedback ? gold : null)
  })

  /** Extends the lease of a save, never shortening it. */
  const renew = Effect.fnUntraced(function* (locked: LockedClaim) {
    const left = Math.ceil((Date.parse(locked.claim.expiresAt) - locked.now) / 1000)
    return yield* renewLocked(locked, Math.max(defaultLeaseSeconds, left))
  })

  /** Ends the place of a finished label. Returns whether the ground truth was written. */
  const finish = Effect.fnUntraced(function* (opened: OpenedWork) {
    const { claim, now, overlap, place } = opened
    const next = finishPlace(overlap, place.place, claim.holder, now)
    if (next.state === "labeling" || next.state === "gold") return yield* Effect.as(store.put([next]), false)
    return yield* resolveOutcome(opened, next)
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

  return { label }
})

/** The label with the time of the work, and that of the versions before. Not recorded for a draft without one. */
const addTime = (
  label: OverlapLabel,
  draft: Pick<OverlapLabel, "inactiveTime" | "time"> | undefined,
  { inactiveTime, time }: Pick<Workunit, "inactiveTime" | "time">,
): OverlapLabel => {
  const before = draft ?? { time: 0, inactiveTime: 0 }
  return {
    ...label,
    time: before.time === null ? null : before.time + time,
    inactiveTime: before.inactiveTime === null ? null : before.inactiveTime + inactiveTime,
  }
}

const toRepeated = (workunit: Workunit, answer: JsonText) => ({
  label: null,
  workunit,
  answer: removeUndoNote(answer),
  repeated: true,
})
