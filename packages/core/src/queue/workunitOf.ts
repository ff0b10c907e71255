/** Workunits as they are made from work under a claim, and from writes outside of the queues. */
import { Effect } from "effect"
import type { Claim } from "../domain/Claim.ts"
import { nextId, WorkunitId } from "../domain/Ids.ts"
import type { Label, LabelAction } from "../domain/Label.ts"
import type { Username } from "../domain/Names.ts"
import type { Sample } from "../domain/Sample.ts"
import { now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import type { Workunit } from "../domain/Workunit.ts"

/** Milliseconds as the client reports them. */
export interface ReportedTime {
  readonly time?: number | undefined
  readonly inactiveTime?: number | undefined
}

/** Nobody worked longer on a claim than they had it. */
export const boundedTime = (reported: number | undefined, claimedAt: Timestamp, at: Timestamp): number => {
  const lasted = Math.max(0, Math.ceil(toMillis(at) - toMillis(claimedAt)))
  return Math.round(Math.min(Math.max(0, reported ?? 0), lasted))
}

const base = Effect.fn("workunitOf.base")(function* (
  sample: Sample,
  by: Username,
  label: Label,
  action: LabelAction,
) {
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

/** Work under a claim; digest and answer are the caller's to add. */
export const claimedWorkunit = (
  claim: Claim,
  sample: Sample,
  label: Label,
  action: LabelAction,
  reported: ReportedTime,
  digest: string,
): Effect.Effect<Workunit> =>
  Effect.map(base(sample, claim.holder, label, action), (unit) => ({
    ...unit,
    workType: claim.queue === "labeling" ? "label" : "review",
    time: boundedTime(reported.time, claim.claimedAt, unit.createdAt),
    inactiveTime: boundedTime(reported.inactiveTime, claim.claimedAt, unit.createdAt),
    claimId: claim.id,
    digest,
    answer: null,
  }))

/** A write outside of the queues: nobody measured how long it took. */
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
