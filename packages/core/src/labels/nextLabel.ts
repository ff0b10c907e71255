/** The next version of a label, and whether it differs. Pure. */
import type { Permitted } from "../access/Access.ts"
import type { Claim } from "../domain/Claim.ts"
import type { VersionId } from "../domain/Ids.ts"
import type { Label, LabelAction, LabelStatus } from "../domain/Label.ts"
import type { Labelset } from "../domain/Labelset.ts"
import type { Sample } from "../domain/Sample.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { LabelChange } from "./LabelStore.ts"
import { isSameContent, type LabelContent } from "./labelInput.ts"

/** The people of the label. */
export type LabelPeople = Pick<Label, "labeler" | "reviewer" | "rejecter" | "reviewedAt" | "reviewedBy">

/** The next version of a label. */
export interface LabelWrite {
  readonly permitted: Permitted
  readonly sample: Sample
  readonly labelset: Labelset
  readonly before: Label | null
  readonly content: LabelContent
  readonly action: LabelAction
  /** Absent fields stay unchanged. */
  readonly people: Partial<LabelPeople>
  /** The claim that ends with the write. A write that changes nothing does not end it. */
  readonly ends?: Claim | undefined
  /** The status that the label gets directly after it, in a second version. Both versions are written even when nothing changes. */
  readonly followUp?: FollowUp | undefined
}

/** The change of the status that directly follows a write. Content and people stay. */
export interface FollowUp {
  readonly action: LabelAction
  readonly status: LabelStatus
}

/** The label equals the requested one. */
export const isSame = ({ before, content, followUp, people }: LabelWrite): boolean =>
  before !== null &&
  followUp === undefined &&
  isSameContent(before, content) &&
  isSamePeople(before, { ...pickPeople(before), ...people })

export const makeNextLabel = (request: LabelWrite, at: Timestamp, version: VersionId): Label => {
  const { before, labelset, permitted, sample } = request
  return {
    datasetId: sample.datasetId,
    sampleId: sample.id,
    labelsetId: labelset.id,
    ...request.content,
    createdAt: before?.createdAt ?? at,
    createdBy: before?.createdBy ?? permitted.actor,
    updatedAt: at,
    updatedBy: permitted.actor,
    ...pickPeople(before),
    ...request.people,
    configVersion: isChecked(request) ? permitted.dataset.configVersion : (before?.configVersion ?? 0),
    version,
  }
}

/** The request for the version that follows the label. */
export const toFollowUp = (
  { labelset, permitted, sample }: LabelWrite,
  { action, status }: FollowUp,
  before: Label,
): LabelWrite => {
  const { attributes, rating, score } = before
  const content = { status, attributes, rating, score }
  return { permitted, sample, labelset, before, content, action, people: {} }
}

export const toLabelChange = (
  { action, before }: LabelWrite,
  { updatedAt, updatedBy }: Label,
): LabelChange => ({
  action,
  from: before?.status ?? null,
  by: updatedBy,
  at: updatedAt,
})

/** A write that keeps the body, outside the queues, does not confirm the body under the current configuration. */
const isChecked = ({ action, before, content }: LabelWrite): boolean =>
  before === null || action !== "write" || before.attributes !== content.attributes

const nobody: LabelPeople = {
  labeler: null,
  reviewer: null,
  rejecter: null,
  reviewedAt: null,
  reviewedBy: null,
}

const pickPeople = (label: Label | null): LabelPeople => {
  const { labeler, reviewer, rejecter, reviewedAt, reviewedBy } = label ?? nobody
  return { labeler, reviewer, rejecter, reviewedAt, reviewedBy }
}

const isSamePeople = (a: LabelPeople, b: LabelPeople): boolean =>
  a.labeler === b.labeler && a.reviewer === b.reviewer && a.rejecter === b.rejecter
