/** Creates workunits from work on a claim and from writes outside the queues. */
import { Effect } from "effect"
import type { Claim } from "../domain/Claim.ts"
import { nextId, WorkunitId } from "../domain/Ids.ts"
import type { Label, LabelAction } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import type { Sample } from "../domain/Sample.ts"
import { now } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"
import { measureWork, type ReportedTime, type SavedWork } from "./measureWork.ts"

const base = Effect.fnUntraced(function* (sample: Sample, by: Username, label: Label, action: LabelAction) {
  return {
    id: yield* nextId(WorkunitId),
    datasetId: sample.datasetId,
    sampleId: sample.id,
    sampleName: sample.name,
    createdAt: yield* now,
    createdBy: by,
    action,
    nextLabelStatus: label.status,
    labelRating: label.rating,
  }
})

/** The workunit of work on a claim. The caller adds digest and answer. */
export const claimedWorkunit = (
  claim: Claim,
  sample: Sample,
  label: Label,
  action: LabelAction,
  reported: ReportedTime,
  digest: string,
  saved: SavedWork | null,
): Effect.Effect<Workunit> =>
  Effect.map(base(sample, claim.holder, label, action), (unit) => ({
    ...unit,
    workType: claim.queue === "labeling" ? "label" : "review",
    ...measureWork(reported, claim.claimedAt, unit.createdAt, saved),
    claimId: claim.id,
    digest,
    answer: null,
  }))

/** The workunit of a write outside the queues, without a measured time. */
export const directWorkunit = (
  by: Username,
  sample: Sample,
  label: Label,
  action: LabelAction,
): Effect.Effect<Workunit> =>
  Effect.map(base(sample, by, label, action), (unit) => ({
    ...unit,
    workType: "normal",
    time: 0,
    inactiveTime: 0,
    claimId: null,
    digest: null,
    answer: null,
  }))
