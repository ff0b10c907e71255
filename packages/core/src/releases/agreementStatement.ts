/** The statement of a release about overlap and agreement: how many people labeled its samples, how each was decided, how far they agreed. */
import { Option, Schema } from "effect"
import { agreementFormula } from "../agreement/labels/compareLabels.ts"
import type { Dataset } from "../domain/Dataset.ts"
import { labelStatuses } from "../domain/labelStates.ts"
import type { Timestamp } from "../domain/Timestamp.ts"
import type { GroundTruthCounts } from "./groundTruthCounts.ts"
import type { OverlapFigures } from "./OverlapTally.ts"

const Count = Schema.Int.pipe(Schema.nonNegative())
const Digest = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))

const Figure = Schema.Struct({
  value: Schema.NullOr(Schema.Number),
  limits: Schema.NullOr(Schema.Struct({ lower: Schema.Number, upper: Schema.Number })),
})

/** The predicate of an agreement statement. */
export const AgreementPredicate = Schema.Struct({
  samples: Schema.Struct({ count: Count, root: Digest }),
  overlap: Schema.Struct({
    /** Samples that several people label. The others of the release have one label or none. */
    samples: Count,
    /** These samples by the number of labels that are in, from the lowest number. */
    by_labels: Schema.Array(Schema.Struct({ labels: Count, samples: Count })),
    decided: Schema.Struct({ merged: Count, reviewer: Count, none: Count }),
  }),
  agreement: Schema.Struct({
    /** The version of the formulas. */
    formula: Schema.Int.pipe(Schema.positive()),
    /** Decided samples whose labels were compared, and the others. */
    compared: Count,
    not_compared: Count,
    /** The compared samples of which the figures are, drawn by the seed. */
    drawn: Count,
    seed: Count,
    agreement: Figure,
    alpha: Figure,
    observed_agreement: Schema.NullOr(Schema.Number),
  }),
  review: Schema.Struct({
    /** The setting `review_rate` of the dataset. */
    rate: Schema.Number.pipe(Schema.between(0, 1)),
    /** Ground-truth labels that are REVIEWED or VERIFIED and have no reviewer. */
    accepted_without_reviewer: Count,
    /** The ground-truth labels by status. */
    statuses: Schema.Record({ key: Schema.Literal(...labelStatuses), value: Count }).pipe(Schema.partial),
  }),
  signed_at: Schema.String,
})
export interface AgreementPredicate extends Schema.Schema.Type<typeof AgreementPredicate> {}

/** The content of an agreement statement. */
export interface StatedAgreement {
  readonly samples: AgreementPredicate["samples"]
  readonly dataset: Pick<Dataset, "settings">
  readonly overlap: OverlapFigures
  readonly groundTruth: GroundTruthCounts
  readonly signedAt: Timestamp
}

export const makeAgreementPredicate = ({
  dataset,
  groundTruth,
  overlap,
  samples,
  signedAt,
}: StatedAgreement): AgreementPredicate => ({
  samples,
  overlap: {
    samples: overlap.byLabels.reduce((sum, row) => sum + row.samples, 0),
    by_labels: overlap.byLabels,
    decided: overlap.decisions,
  },
  agreement: {
    formula: agreementFormula,
    compared: overlap.compared,
    not_compared: overlap.notCompared,
    drawn: overlap.drawn,
    seed: overlap.seed,
    agreement: overlap.agreement,
    alpha: overlap.objectAlpha,
    observed_agreement: overlap.observedAgreement,
  },
  review: {
    rate: dataset.settings.reviewRate,
    accepted_without_reviewer: groundTruth.acceptedWithoutReviewer,
    statuses: groundTruth.statuses,
  },
  signed_at: signedAt,
})

const decode = Schema.decodeUnknownOption(AgreementPredicate, { onExcessProperty: "error" })

/** The problems of an agreement statement: what the file refutes, and numbers that contradict one another. */
export const listAgreementProblems = (
  predicate: unknown,
  { groundTruth }: { readonly groundTruth: GroundTruthCounts },
): ReadonlyArray<string> => {
  const stated = Option.getOrUndefined(decode(predicate))
  if (stated === undefined) return ["The agreement statement does not have the fields of its type."]
  const { agreement, overlap, review, samples } = stated
  const { merged, none, reviewer } = overlap.decided
  return [
    ...(areRowsRight(overlap) &&
    overlap.samples <= samples.count &&
    merged + reviewer + none === overlap.samples
      ? []
      : ["The numbers of labels and decisions do not add up to the samples that several people label."]),
    ...(isSameGroundTruth(review, groundTruth)
      ? []
      : ["The statement counts other ground-truth labels or reviews than the file has."]),
    ...(merged + reviewer <= countDecidable(groundTruth)
      ? []
      : ["The statement counts more decisions than the file has decided labels."]),
    ...(areFiguresRight(agreement, merged + reviewer)
      ? []
      : ["The figures of agreement contradict the numbers of samples, or one another."]),
  ]
}

/** Each number of labels once, in order, and none of no sample. */
const areRowsRight = ({ by_labels: rows, samples }: AgreementPredicate["overlap"]): boolean =>
  rows.every(({ labels, samples: count }, at) => count > 0 && labels > (rows[at - 1]?.labels ?? -1)) &&
  rows.reduce((sum, row) => sum + row.samples, 0) === samples

const isSameGroundTruth = (
  { accepted_without_reviewer, statuses }: AgreementPredicate["review"],
  groundTruth: GroundTruthCounts,
): boolean =>
  accepted_without_reviewer === groundTruth.acceptedWithoutReviewer &&
  labelStatuses.every((status) => (statuses[status] ?? 0) === (groundTruth.statuses[status] ?? 0))

/** The labels that a decision can have written: it stands while the label has one of these statuses. */
const countDecidable = ({ statuses }: GroundTruthCounts): number =>
  (statuses.REVIEWED ?? 0) + (statuses.VERIFIED ?? 0) + (statuses.SKIPPED ?? 0)

const areFiguresRight = (
  { agreement, alpha, compared, drawn, not_compared, observed_agreement }: AgreementPredicate["agreement"],
  decided: number,
): boolean =>
  compared + not_compared === decided &&
  drawn <= compared &&
  drawn > 0 === compared > 0 &&
  (agreement.value !== null) === drawn > 0 &&
  isWithin(agreement, 0, 1) &&
  isWithin(alpha, Number.NEGATIVE_INFINITY, 1) &&
  (observed_agreement === null || (observed_agreement >= 0 && observed_agreement <= 1)) &&
  (drawn > 0 || (alpha.value === null && observed_agreement === null))

/** Rounding may leave a sum of shares above 1 by its last digits. */
const rounding = 1e-9

const isWithin = ({ limits, value }: typeof Figure.Type, least: number, most: number): boolean =>
  [value, limits?.lower, limits?.upper].every(
    (number) => number == null || (number >= least - rounding && number <= most + rounding),
  ) &&
  (limits === null || (value !== null && limits.lower <= limits.upper))

/** An agreement statement in one sentence. */
export const describeAgreement = (predicate: unknown): string | undefined => {
  const stated = Option.getOrUndefined(decode(predicate))
  if (stated === undefined) return undefined
  const { agreement, overlap, samples } = stated
  if (overlap.samples === 0) return `none of ${samples.count} samples was labeled by several people`
  const { merged, none, reviewer } = overlap.decided
  const rows = overlap.by_labels.map((row) => `${row.samples} with ${row.labels}`).join(", ")
  const decided = `${merged} merged, ${reviewer} decided by a reviewer, ${none} not decided`
  const figures =
    agreement.drawn === 0
      ? "no agreement is measured"
      : `agreement ${formatFigure(agreement.agreement)}, α of objects ${formatFigure(agreement.alpha)}, of ${agreement.drawn} decided samples (${agreement.not_compared} not compared)`
  return `${overlap.samples} of ${samples.count} samples labeled by several people, by number of labels: ${rows}; ${decided}; ${figures}`
}

const formatFigure = ({ limits, value }: typeof Figure.Type): string =>
  value === null
    ? "none"
    : `${value.toFixed(3)}${limits === null ? "" : ` (95 % interval ${limits.lower.toFixed(3)} to ${limits.upper.toFixed(3)})`}`
