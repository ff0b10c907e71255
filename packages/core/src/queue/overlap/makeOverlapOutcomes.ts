import { Effect } from "effect"
import { QuotaCounter } from "../../access/QuotaCounter.ts"
import { namedAssets } from "../../assets/namedAssets.ts"
import { toJsonText } from "../../domain/JsonText.ts"
import { isFinishedOverlapLabel, type Overlap, type OverlapLabel } from "../../domain/Overlap.ts"
import { now } from "../../domain/Timestamp.ts"
import { Events } from "../../events/Events.ts"
import { LabelWriter } from "../../labels/LabelWriter.ts"
import { makeLabelChecks } from "../../labels/makeLabelChecks.ts"
import { OverlapStore } from "../../placement/OverlapStore.ts"
import {
  addMissingLabel,
  decideOverlap,
  isSettled,
  toOverlapKey,
  updatePlaces,
} from "../../placement/overlapPlaces.ts"
import { Placement } from "../../placement/Placement.ts"
import { toQueueFacts } from "../../placement/queueKey.ts"
import { findReviewRule } from "../review/findReviewReason.ts"
import { canHaveWarnings } from "../review/makeReviewSampling.ts"
import { chooseOutcome } from "./chooseOutcome.ts"
import type { ComparedDataset } from "./compareTexts.ts"
import { listOverlapEvents } from "./listOverlapEvents.ts"
import { makeVoteWeights } from "./makeVoteWeights.ts"
import { OverlapComparisons } from "./OverlapComparisons.ts"
import type { OpenedWork } from "./openedWork.ts"

/** The outcome of the last missing label: a merged ground truth, one more place, or the place of a decision. */
export const makeOverlapOutcomes = Effect.gen(function* () {
  const store = yield* OverlapStore
  const placement = yield* Placement
  const writer = yield* LabelWriter
  const checks = yield* makeLabelChecks
  const comparisons = yield* OverlapComparisons
  const assets = yield* namedAssets
  const quota = yield* QuotaCounter
  const addWeights = yield* makeVoteWeights
  const events = yield* Events

  /**
   * Compares the labels and goes on as the dataset's settings say. `complete` is the overlap without missing labels. Returns whether the labels
   * were merged. Without the lock of the sample's rows in the queue, as when settings changed since it was taken, the sample waits for a reviewer.
   */
  const resolveOutcome = Effect.fnUntraced(function* (opened: OpenedWork, complete: Overlap) {
    const { now: at, permitted, sample, truth } = opened
    const { dataset } = permitted
    // In the order that all later reads have, so that letters stay those of their people.
    const labels = (yield* store.listLabels(dataset.id, sample.id)).filter(isFinishedOverlapLabel)
    const { overlapDecision, overlapThreshold } = dataset.settings
    const isFinal = isSettled(complete, truth?.status ?? null)
    const isForReview = isFinal || !opened.canDecide
    const merges =
      !isForReview && overlapDecision !== "review" && labels.every(({ status }) => status === "LABELED")
    const weighted = merges ? yield* addWeights(dataset, labels) : dataset
    const { agreement } = yield* comparisons.compareWithin(
      weighted,
      labels,
      opened.comparisons,
      merges ? overlapThreshold : null,
    )
    const outcome = isForReview
      ? "review"
      : chooseOutcome(dataset.settings, labels, agreement?.agreement ?? null)
    const compared = { ...complete, agreement: agreement === null ? null : toJsonText(agreement) }
    const result = { sample, labels: labels.length, agreement: agreement?.agreement ?? null }
    const report = (state: "adjudicating" | "decided") =>
      events.record(permitted, listOverlapEvents(dataset.settings, { ...result, state }, !isFinal))
    if (outcome === "merge" && (yield* merge(opened, compared, labels, weighted))) {
      yield* report("decided")
      return true
    }
    const workers = yield* placement.findWorkers(
      dataset.id,
      sample.assignedReviewer === null ? [] : [sample.assignedReviewer],
    )
    const key = toOverlapKey(toQueueFacts(sample, truth), workers)
    const next = outcome === "one_more" ? addMissingLabel(complete) : compared
    yield* store.put([updatePlaces(next, key, at)])
    if (next.state === "adjudicating") yield* report(next.state)
    return false
  })

  /** Writes the merged label as the ground truth. False where the labels cannot be merged, where the files of the result do not fit in the quota, where the dataset refuses it, and where a rule asks for a reviewer. */
  const merge = Effect.fnUntraced(function* (
    { comparisons: prepared, foreseen, labelset, permitted, sample, truth }: OpenedWork,
    compared: Overlap,
    labels: ReadonlyArray<OverlapLabel>,
    weighted: ComparedDataset,
  ) {
    const { dataset } = permitted
    const merged = yield* comparisons.mergeWithin(weighted, labels, prepared)
    if (merged.refusal !== null) return false
    // The last labeler did not make the merged files, and can do nothing about the quota.
    const before = [truth?.attributes ?? null, ...labels.map(({ attributes }) => attributes)]
    const bytes = yield* assets.measureNew(merged.attributes, before)
    if (!(yield* quota.canTake(permitted, bytes))) return false
    const place = { dataset, labelset: labelset.id, sample: sample.id }
    const outcome = yield* checks
      .checkWrite(place, merged.attributes, true, foreseen, truth?.attributes ?? null, true)
      .pipe(
        // A label that takes long is checked before the transaction, which runs again.
        Effect.catchAll((error) => (error._tag === "NotForeseen" ? error : Effect.succeed(null))),
      )
    if (outcome === null) return false
    const hasWarnings = canHaveWarnings(outcome)
    const labelers = labels.map(({ labeler }) => labeler)
    const { settings } = dataset
    // A rate below 1 switches the rules on. The rate itself concerns the labels of single people.
    if (
      settings.reviewRate < 1 &&
      findReviewRule(settings, { attributes: merged.attributes, hasWarnings, labelers }) !== null
    )
      return false
    yield* store.put([decideOverlap(compared, { decidedAt: yield* now, decidedBy: null, decidedFor: null })])
    const content = {
      status: "REVIEWED",
      attributes: merged.attributes,
      score: null,
      rating: null,
    } as const
    const people = { labeler: null, reviewer: null, rejecter: null, reviewedAt: null, reviewedBy: null }
    yield* writer.write(
      { permitted, sample, labelset, before: truth, content, action: "merge", people },
      (after) => checks.keep(dataset, after, outcome, truth === null),
    )
    return true
  })

  return { resolveOutcome }
})
