/** A bulk change of samples: its validation, and each sample after it. Pure. */
import { Schema } from "effect"
import { computeSha256Hex } from "../domain/digest.ts"
import type { Violation } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import type { LabelStatus } from "../domain/Label.ts"
import { maxOverlap, OverlapCount } from "../domain/Overlap.ts"
import type { Sample } from "../domain/Sample.ts"
import type { Change } from "../events/Events.ts"
import { labelViolations } from "../labels/labelInput.ts"
import type { SampleConditions } from "../reading/sampleFilter.ts"
import { sampleViolations, type UsersByKey } from "./sampleInput.ts"

/** The samples that match a filter, or those after the position where the previous call ended. */
export type BulkMatches = { readonly filter: SampleConditions } | { readonly cursor: string }

/** The samples of a bulk call. Ids outside of the dataset are ignored. */
export type BulkTarget = { readonly uuids: ReadonlyArray<SampleId> } | BulkMatches

/** The result of a bulk call. */
export interface BulkResult {
  /** The number of samples that are different now, or deleted. */
  readonly changed: number
  /** The cursor of the call that continues; null when there are no more samples. */
  readonly next: string | null
}

/** The values to set. A status creates a label where there is none. */
export interface BulkSet {
  readonly priority?: number | undefined
  readonly assignedLabeler?: string | null | undefined
  readonly assignedReviewer?: string | null | undefined
  readonly labelStatus?: LabelStatus | undefined
  /** The number of people who label each sample. Samples whose overlap can no longer change keep it. */
  readonly overlap?: number | undefined
  /** Whether more labels are requested of finished samples too, where the overlap is more than their labels. */
  readonly reopen?: boolean | undefined
}

/** A part of the samples of a bulk call, the same at every call with the same seed. */
export interface BulkShare {
  /** More than 0, at most 1. */
  readonly share: number
  readonly seed: string
}

/** Whether the sample is in the part: its id and the seed decide, independent of all other samples. */
export const isInShare = ({ seed, share }: BulkShare, id: SampleId): boolean =>
  Number.parseInt(computeSha256Hex(`${seed} ${id}`).slice(0, 12), 16) < share * 2 ** 48

const isOverlapCount = Schema.is(OverlapCount)

export const findBulkViolations = (set: BulkSet, known: UsersByKey): ReadonlyArray<Violation> => {
  const limits = { maxMetadataBytes: 0 }
  const label = set.labelStatus === undefined ? [] : labelViolations({ status: set.labelStatus })
  return [
    ...sampleViolations(set, limits, known, "/set"),
    ...label.map((each) => ({ ...each, pointer: "/set/labelStatus" })),
    ...(set.overlap === undefined || isOverlapCount(set.overlap)
      ? []
      : [{ pointer: "/set/overlap", message: `must be a whole number from 1 to ${maxOverlap}` }]),
    ...(set.reopen === undefined || set.overlap !== undefined
      ? []
      : [{ pointer: "/set/reopen", message: "must be absent, except to set the overlap" }]),
  ]
}

/** The change to report of a sample; none where it is the same as before. */
export const toUpdate = (sample: Sample | undefined): ReadonlyArray<Change> =>
  sample === undefined ? [] : [{ type: "sample.updated", sample }]
