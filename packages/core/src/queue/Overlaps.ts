import { Effect, Schema } from "effect"
import { Access, type Permitted } from "../access/Access.ts"
import { DatasetRecords } from "../access/DatasetRecords.ts"
import { LabelsetFinder } from "../access/LabelsetFinder.ts"
import { Conflict } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Username } from "../domain/Names.ts"
import { OverlapCount, type OverlapLabel, type OverlapSummary, toOverlapLetter } from "../domain/Overlap.ts"
import { allows } from "../domain/permissions.ts"
import { decodeInput } from "../domain/violations.ts"
import { Events } from "../events/Events.ts"
import { retryChanged } from "../kernel/retryChanged.ts"
import { traced } from "../kernel/traced.ts"
import { describeOverlap } from "../placement/makeOverlapSummaries.ts"
import { makePersonalOverlaps } from "../placement/makePersonalOverlaps.ts"
import { OverlapStore } from "../placement/OverlapStore.ts"
import { Placement } from "../placement/Placement.ts"
import { toBriefOverlap } from "../placement/toBriefOverlap.ts"
import { SampleReader } from "../reading/SampleReader.ts"
import { Transaction } from "../storage/Transaction.ts"
import { makeOverlapCounts } from "./overlap/makeOverlapCounts.ts"
import { makeVoteWeights } from "./overlap/makeVoteWeights.ts"
import type { OverlapMerge } from "./overlap/mergeOverlap.ts"
import { OverlapComparisons } from "./overlap/OverlapComparisons.ts"
import { sortBySubmission } from "./overlap/openedWork.ts"

/** One of the labels of a sample, as reviewers see it. */
export interface ShownOverlapLabel
  extends Pick<
    OverlapLabel,
    "attributes" | "comment" | "createdAt" | "rating" | "score" | "status" | "version"
  > {
  /** Active milliseconds of the person's work, for those who see who works on what. Null for others, and where they were not recorded. */
  readonly time: number | null
  /** Idle milliseconds meanwhile, likewise. */
  readonly inactiveTime: number | null
  /** A for the label that came in first. */
  readonly letter: string
  /** The person, for those who see who works on what. */
  readonly labeler: Username | null
}

/** The overlap of a sample. */
export interface OverlapView extends Omit<OverlapSummary, "agreement"> {
  readonly sampleId: SampleId
  /** See `Overlap`. */
  readonly agreement: JsonText | null
  /** None while labels are missing. Before the decision, they are shown to whoever has it, and to managers who gave none of them. */
  readonly labels: ReadonlyArray<ShownOverlapLabel>
  /** The label that a reviewer gets with `merged`, or the reason why there is none. Null except while the sample waits for a decision. */
  readonly merged: OverlapMerge | null
}

/** `reopen`: the number of a finished sample is raised too. Its ground truth stays until all labels are in. */
export interface OverlapInput {
  readonly overlap: number
  readonly reopen?: boolean | undefined
}

const decode = decodeInput(Schema.Struct({ overlap: OverlapCount, reopen: Schema.optional(Schema.Boolean) }))

/** The overlap of samples: how many people label each of them, their labels, and how far these agree. */
export class Overlaps extends Effect.Service<Overlaps>()("@annotary/core/Overlaps", {
  effect: Effect.gen(function* () {
    const store = yield* OverlapStore
    const overlapReads = yield* makePersonalOverlaps
    const access = yield* Access
    const counts = yield* makeOverlapCounts
    const comparisons = yield* OverlapComparisons
    const addWeights = yield* makeVoteWeights
    const labelsets = yield* LabelsetFinder
    const samples = yield* SampleReader
    const placement = yield* Placement
    const transaction = yield* Transaction

    /**
     * Returns the overlap of a sample, for reviewers. Its labels and their agreement are shown after the decision; before it, when all labels are in,
     * to whoever has the claim of the decision, and to managers who gave none of the labels.
     */
    const get = traced("Overlaps.get")(function* (id: SampleId) {
      const permitted = yield* access.require({ _tag: "Sample", id }, "review")
      return yield* read(permitted, id)
    })

    const read = Effect.fnUntraced(function* ({ actor, dataset, role }: Permitted, sampleId: SampleId) {
      const overlap = (yield* overlapReads.find(actor, dataset.id, [sampleId])).get(sampleId)
      const summary = describeOverlap(
        { actor, dataset, role },
        overlap && { ...toBriefOverlap(overlap, true), isDeciding: overlap.isDeciding },
      )
      if (overlap === undefined || overlap.state === "gold")
        return { sampleId, ...summary, agreement: null, labels: [], merged: null } as OverlapView
      const { agreement, isDeciding, labelers, state } = overlap
      // Nobody sees the labels of others and gives another one afterwards.
      const showsNames = allows(role, "view_work", dataset)
      const maySee = showsNames && !labelers.includes(actor)
      const isHidden = state === "labeling" || (state === "adjudicating" && !maySee && !isDeciding)
      const stored = isHidden ? [] : sortBySubmission(yield* store.listLabels(dataset.id, sampleId), labelers)
      const labels = stored.map(
        (
          { attributes, comment, createdAt, inactiveTime, labeler, rating, score, status, time, version },
          index,
        ) => ({
          letter: toOverlapLetter(index),
          labeler: showsNames ? labeler : null,
          time: showsNames ? time : null,
          inactiveTime: showsNames ? inactiveTime : null,
          ...{ attributes, comment, createdAt, rating, score, status, version },
        }),
      )
      return {
        sampleId,
        ...summary,
        agreement: isHidden ? null : agreement,
        labels,
        merged:
          state === "adjudicating" && !isHidden
            ? yield* comparisons.merge(yield* addWeights(dataset, stored), stored)
            : null,
      } as OverlapView
    })

    /**
     * Sets the number of people who label a sample that nobody has begun, or to which labels are missing. More people: more labels are
     * asked for. Fewer: no label and no work in progress is lost; the number stays at least that of both. With `reopen`, more labels are
     * asked for of a finished sample too.
     */
    const set = traced("Overlaps.set")(function* (id: SampleId, input: OverlapInput) {
      const { overlap: count, reopen } = yield* decode(input)
      const permitted = yield* retryChanged(
        transaction.run(
          Effect.gen(function* () {
            const permitted = yield* access.requireWritable({ _tag: "Sample", id }, "prioritise")
            const openClaims = yield* placement.lock(permitted.dataset.id, [id])
            const labelset = yield* labelsets.getGroundTruth(permitted.dataset.id)
            const row = yield* samples.getForWrite(id, labelset.id)
            const { closed: refused } = yield* counts.setCounts(permitted, [row], count, openClaims, reopen)
            if (refused.length > 0) return yield* closed
            return permitted
          }),
        ),
      )
      // A merge may take long.
      return yield* read(permitted, id)
    })

    return { get, set }
  }),
}) {
  static readonly dependencies = [
    Access,
    DatasetRecords,
    Events,
    LabelsetFinder,
    OverlapComparisons,
    Placement,
    SampleReader,
  ] as const
}

const closed = new Conflict({ code: "overlap_closed" })
