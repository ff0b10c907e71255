import { Effect } from "effect"
import { PermissionDenied } from "../domain/errors.ts"
import type { SampleId } from "../domain/Ids.ts"
import { type BriefOverlap, mergedLetter, type OverlapSummary, toOverlapLetter } from "../domain/Overlap.ts"
import { allows } from "../domain/permissions.ts"
import type { SampleRow } from "../reading/SampleStore.ts"
import type { Reader } from "./makeOverlapBlindness.ts"
import { makePersonalOverlaps, type PersonalOverlap } from "./makePersonalOverlaps.ts"

/** Adds overlaps to samples that reviewers read. */
export const makeOverlapSummaries = Effect.gen(function* () {
  const overlapReads = yield* makePersonalOverlaps

  /** The overlaps of these samples, as the caller may see them. At most 1000. */
  const describeAll = (reader: Reader, samples: ReadonlyArray<SampleId>) =>
    Effect.map(
      reader.dataset.settings.usesOverlap && samples.length > 0
        ? overlapReads.findBrief(reader.actor, reader.dataset.id, samples, true)
        : Effect.succeed(new Map<SampleId, PersonalOverlap>()),
      (overlaps) => (sample: SampleId) => describeOverlap(reader, overlaps.get(sample)),
    )

  /** The overlap of a sample, for those who may review. */
  const read = (reader: Reader, sample: SampleId) =>
    Effect.zipRight(
      requireReview(reader),
      Effect.map(describeAll(reader, [sample]), (find) => find(sample)),
    )

  /** The rows with their overlaps. At most 1000. Checks no permissions. */
  const addTo = (reader: Reader, rows: ReadonlyArray<SampleRow>) =>
    Effect.map(
      describeAll(
        reader,
        rows.map(({ sample }) => sample.id),
      ),
      (find) => rows.map((row): SampleRow => ({ ...row, overlap: find(row.sample.id) })),
    )

  return { read, addTo }
})

/** Overlaps are shown to those who may review. */
export const requireReview = ({ dataset, role }: Reader): Effect.Effect<void, PermissionDenied> =>
  allows(role, "review", dataset) ? Effect.void : new PermissionDenied()

/** A gold sample is shown as a new sample of the dataset, which nobody has begun. */
export const describeOverlap = (reader: Reader, overlap: PersonalOverlap | undefined): OverlapSummary => {
  if (overlap === undefined || overlap.state === "gold") {
    const count = overlap === undefined ? 1 : reader.dataset.settings.overlap
    return {
      overlap: count,
      state: count > 1 ? "labeling" : null,
      finished: 0,
      agreement: null,
      accepted: null,
    }
  }
  const { labelers, state } = overlap
  return {
    overlap: overlap.overlap,
    state,
    finished: labelers.length,
    agreement: canSeeAgreement(reader, overlap) ? overlap.score : null,
    accepted: findAccepted(overlap),
  }
}

/** The letter of the accepted label, `merged` for labels that were merged without a reviewer, and null for none. */
const findAccepted = ({ decidedBy, decidedFor, labelers, state }: BriefOverlap): string | null => {
  if (state !== "decided") return null
  const place = decidedFor === null ? -1 : labelers.indexOf(decidedFor)
  return place >= 0 ? toOverlapLetter(place) : decidedBy === null ? mergedLetter : null
}

/** After the decision everybody; before it whoever has its claim, and managers who gave none of the labels. */
const canSeeAgreement = (
  { actor, dataset, role }: Reader,
  { isDeciding, labelers, state }: PersonalOverlap,
): boolean =>
  state === "decided" ||
  (state === "adjudicating" &&
    (isDeciding || (allows(role, "view_work", dataset) && !labelers.includes(actor))))
