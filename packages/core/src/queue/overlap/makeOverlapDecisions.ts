import { Effect } from "effect"
import { Conflict, InvalidInput } from "../../domain/errors.ts"
import { isFinishedOverlapLabel, mergedLetter, toOverlapLetter } from "../../domain/Overlap.ts"
import { now } from "../../domain/Timestamp.ts"
import { Events } from "../../events/Events.ts"
import { Issues, issueCreated } from "../../issues/Issues.ts"
import { explainNotOpen } from "../../labels/directWrites.ts"
import { LabelWriter } from "../../labels/LabelWriter.ts"
import { patchContent, settleInput } from "../../labels/labelInput.ts"
import { makeLabelChecks } from "../../labels/makeLabelChecks.ts"
import { toLabel } from "../../labels/toLabel.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import { decideOverlap, isSettled } from "../../placement/overlapPlaces.ts"
import { findTransition, isOpen } from "../../placement/transitions.ts"
import { computePeople } from "../workInput.ts"
import { makeOverlapRecords } from "./makeOverlapRecords.ts"
import { makeVoteWeights } from "./makeVoteWeights.ts"
import { OverlapComparisons } from "./OverlapComparisons.ts"
import { type OpenedWork, readComment, refuseLetter, unchecked } from "./openedWork.ts"

/** Decisions between the labels of several people, which write the ground truth. */
export const makeOverlapDecisions = Effect.gen(function* () {
  const store = yield* OverlapStore
  const { checkContent, makeUnit, record } = yield* makeOverlapRecords
  const writer = yield* LabelWriter
  const checks = yield* makeLabelChecks
  const issues = yield* Issues
  const events = yield* Events
  const comparisons = yield* OverlapComparisons
  const addWeights = yield* makeVoteWeights

  /** Writes the ground truth: one of the labels, or what the reviewer sends. */
  const decide = Effect.fnUntraced(function* (opened: OpenedWork) {
    const { action, claim, input, labelset, overlap, permitted, sample, truth } = opened
    const { dataset } = permitted
    const row = findTransition("reviewing", action)
    if (row === undefined || (action !== "accept" && action !== "skip"))
      return yield* new Conflict({ code: "overlap_open" })
    if (!isOpen(row, "LABELED", dataset.settings))
      return yield* explainNotOpen([row], "LABELED", dataset.settings)
    // A manager has finished the ground truth meanwhile.
    if (truth !== null && isSettled(overlap, truth.status))
      return yield* explainNotOpen([row], truth.status, dataset.settings)
    if (action === "skip" && input.overlapLabel !== undefined) return yield* refuseLetter
    const merged = input.overlapLabel === mergedLetter ? yield* merge(opened) : undefined
    const chosen = yield* findChosen(opened)
    if (input.overlapLabel !== undefined && chosen === undefined && merged === undefined)
      return yield* InvalidInput.at("/overlapLabel", "must be the letter of a label of this sample")
    if (action === "accept" && input.overlapLabel === undefined && input.attributes === undefined)
      return yield* InvalidInput.at("/overlapLabel", "must name a label, unless attributes are sent")
    if (chosen?.status === "SKIPPED" && input.attributes === undefined)
      return yield* InvalidInput.at(
        "/overlapLabel",
        "must name a label that is not skipped, unless attributes are sent",
      )
    const base = merged ?? (chosen === undefined ? truth : toLabel(chosen, labelset.id))
    const settled = settleInput(input, base, dataset.taskType)
    const content = patchContent(base, settled.input, row.to)
    // The type and the configuration of the dataset may have changed since the label was sent.
    const isNew = input.attributes !== undefined || input.overlapLabel !== undefined
    const outcome = yield* checkContent(opened, content.attributes, truth, isNew)
    const at = yield* now
    const decidedFor = chosen?.labeler ?? null
    yield* store.put([decideOverlap(overlap, { decidedAt: at, decidedBy: claim.holder, decidedFor })])
    const people = { ...computePeople(row, permitted.actor, at), labeler: decidedFor }
    return yield* writer.write(
      { permitted, sample, labelset, before: truth, content, action, people },
      Effect.fnUntraced(function* (after) {
        const check =
          outcome === null ? unchecked : yield* checks.keep(dataset, after, outcome, truth === null)
        const comment = readComment(input)
        if (comment !== null) {
          const issue = yield* issues.insert(permitted.actor, sample, { description: comment })
          yield* events.record(permitted, [issueCreated(issue)])
        }
        return yield* record(opened, yield* makeUnit(opened, truth, after), after, check, settled.advice)
      }),
    )
  })

  /** The label of the letter in the request; undefined for none. */
  const findChosen = Effect.fnUntraced(function* ({ input, overlap, permitted, sample }: OpenedWork) {
    const labeler = overlap.labelers.find((_, index) => toOverlapLetter(index) === input.overlapLabel)
    if (labeler === undefined) return undefined
    return (yield* store.findLabels(permitted.dataset.id, [sample.id], labeler)).get(sample.id)
  })

  /** The merged label, which the reviewer takes or edits. */
  const merge = Effect.fnUntraced(function* ({ comparisons: prepared, permitted, sample }: OpenedWork) {
    const labels = yield* store.listLabels(permitted.dataset.id, sample.id)
    const finished = labels.filter(isFinishedOverlapLabel)
    const weighted = yield* addWeights(permitted.dataset, finished)
    const merged = yield* comparisons.mergeWithin(weighted, finished, prepared)
    if (merged.refusal !== null)
      return yield* InvalidInput.at(
        "/overlapLabel",
        "must be a letter: the labels of this sample cannot be merged",
      )
    return { status: "LABELED", attributes: merged.attributes, score: null, rating: null } as const
  })

  return { decide }
})
