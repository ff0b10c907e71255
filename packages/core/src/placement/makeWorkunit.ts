/** Creates workunits from work on a claim and from writes outside the queues. */
import { Effect } from "effect"
import type { Claim } from "../domain/Claim.ts"
import { generateId, WorkunitId } from "../domain/Ids.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { Label, LabelAction } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { runInSlices } from "../jobs/betweenBatches.ts"
import { countObjectChanges } from "./countObjectChanges.ts"
import { measureWork, type ReportedTime, type SavedWork } from "./measureWork.ts"

/** The label before and after a piece of work. */
export interface LabelWork {
  readonly before: Label | null
  readonly after: Label
  readonly action: LabelAction
}

/** Longer labels are compared in slices, so that other work runs meanwhile. In characters. */
const longLabel = 64 * 1024

const compareObjects = ({ after, before }: LabelWork): Effect.Effect<JsonText> | JsonText => {
  const [old, now] = [before?.attributes ?? null, after.attributes]
  const steps = countObjectChanges(old, now)
  if ((old?.length ?? 0) + (now?.length ?? 0) > longLabel) return runInSlices(steps)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

const makeBase = Effect.fnUntraced(function* (sample: Sample, by: Username, work: LabelWork) {
  const { action, after, before } = work
  const objects = compareObjects(work)
  const reviews = action === "accept" || action === "reject"
  return {
    id: yield* generateId(WorkunitId),
    datasetId: sample.datasetId,
    sampleId: sample.id,
    sampleName: sample.name,
    createdAt: yield* now,
    createdBy: by,
    action,
    nextLabelStatus: after.status,
    labelRating: after.rating,
    objects: Effect.isEffect(objects) ? yield* objects : objects,
    labeler: reviews ? (before?.labeler ?? null) : null,
    reviewedBefore: reviews || action === "submit" ? before !== null && before.reviewedAt !== null : null,
  }
})

/**
 * The workunit of work on a claim. The caller adds digest and answer. `countEarlierTime` counts at most so many milliseconds under earlier
 * claims, and returns how many; it runs only where the report contains more than the claim's own.
 */
export const makeClaimedWorkunit = (
  claim: Claim,
  sample: Sample,
  work: LabelWork,
  reported: ReportedTime,
  digest: string,
  saved: SavedWork | null,
  countEarlierTime: (unsent: number) => Effect.Effect<number>,
): Effect.Effect<Workunit> =>
  Effect.gen(function* () {
    const unit = yield* makeBase(sample, claim.holder, work)
    const measure = (earlierMillis: number) =>
      measureWork(reported, claim.claimedAt, unit.createdAt, saved, earlierMillis)
    const own = measure(0)
    const { measured } = own.unsent === 0 ? own : measure(yield* countEarlierTime(own.unsent))
    return {
      ...unit,
      workType: claim.queue === "labeling" ? "label" : "review",
      ...measured,
      claimId: claim.id,
      digest,
      answer: null,
    }
  })

/** The workunit of a write outside the queues, without a measured time. */
export const makeDirectWorkunit = (by: Username, sample: Sample, work: LabelWork): Effect.Effect<Workunit> =>
  Effect.map(makeBase(sample, by, work), (unit) => ({
    ...unit,
    workType: "normal",
    time: 0,
    inactiveTime: 0,
    claimId: null,
    digest: null,
    answer: null,
  }))

/** The workunit of a person who takes finished work back. It names the objects of that work, which no longer count. */
export const makeUndoneWorkunit = Effect.fnUntraced(function* (
  { datasetId, labeler, objects, reviewedBefore, sampleId, sampleName, workType }: Workunit,
  by: Username,
  after: Label | null,
) {
  const unit: Workunit = {
    id: yield* generateId(WorkunitId),
    datasetId,
    sampleId,
    sampleName,
    createdAt: yield* now,
    createdBy: by,
    workType,
    action: "undo",
    time: 0,
    inactiveTime: 0,
    nextLabelStatus: after?.status ?? null,
    labelRating: after?.rating ?? null,
    objects,
    labeler,
    reviewedBefore,
    claimId: null,
    digest: null,
    answer: null,
  }
  return unit
})
