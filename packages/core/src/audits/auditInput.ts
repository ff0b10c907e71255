/** The input of audits, and its limits. */
import { Schema } from "effect"
import { InvalidInput } from "../domain/errors.ts"
import { groundTruth } from "../domain/Names.ts"
import {
  type AuditError,
  AuditError as AuditErrorSchema,
  AuditMetric,
  AuditUnit,
  maxAuditDraws,
  maxAuditErrors,
  maxAuditReasonLength,
  type ReleaseAudit,
} from "../domain/ReleaseAudit.ts"
import { decodeInput } from "../domain/violations.ts"

/** The plan of an audit, which stays as it is. */
export interface NewAuditInput {
  /** `ground-truth` by default. */
  readonly labelset?: string | undefined
  /** Whether samples, the default, or single objects of their labels are drawn. */
  readonly unit?: AuditUnit | undefined
  /** The confidence, from 0.5 to 0.9999; 0.95 by default. */
  readonly level?: number | undefined
  /** The share of units with an error, at which the audit stops. Null, the default, for none. */
  readonly goal?: number | null | undefined
  /** The measure of geometry. Null: any error of geometry that an auditor sees counts. Without it and `tolerance`, those of the dataset are used. */
  readonly metric?: AuditMetric | null | undefined
  /** Needed with a metric. */
  readonly tolerance?: number | null | undefined
  /** The most units that are drawn, up to 10 000; 2000 by default. */
  readonly draws?: number | undefined
}

/** The errors that an auditor finds in a sample or an object: none where the label is right. */
export interface AuditOutcomeInput {
  readonly errors: ReadonlyArray<{
    readonly type: AuditError["type"]
    /** Only in audits of samples: the id of the annotation. */
    readonly annotation?: number | null | undefined
    readonly value?: number | null | undefined
  }>
}

const NewAudit = Schema.Struct({
  labelset: Schema.optionalWith(Schema.String, { default: () => groundTruth }),
  unit: Schema.optionalWith(AuditUnit, { default: () => "samples" as const }),
  level: Schema.optionalWith(
    Schema.Number.pipe(Schema.between(0.5, 0.9999, { message: () => "must be from 0.5 to 0.9999" })),
    { default: () => 0.95 },
  ),
  goal: Schema.optionalWith(
    Schema.NullOr(
      Schema.Number.pipe(
        Schema.greaterThan(0, { message: () => "must be more than 0 and less than 1" }),
        Schema.lessThan(1, { message: () => "must be more than 0 and less than 1" }),
      ),
    ),
    { default: () => null },
  ),
  metric: Schema.optionalWith(Schema.NullOr(AuditMetric), { default: () => null }),
  tolerance: Schema.optionalWith(
    Schema.NullOr(Schema.Finite.pipe(Schema.nonNegative({ message: () => "must be a number of 0 or more" }))),
    { default: () => null },
  ),
  draws: Schema.optionalWith(
    Schema.Int.pipe(
      Schema.between(1, maxAuditDraws, {
        message: () => `must be a whole number from 1 to ${maxAuditDraws}`,
      }),
    ),
    { default: () => 2000 },
  ),
}).pipe(
  Schema.filter(({ metric, tolerance }) =>
    (metric === null) === (tolerance === null)
      ? []
      : [
          metric === null
            ? { path: ["metric"], message: "must be given with a tolerance" }
            : { path: ["tolerance"], message: "must be given with a metric" },
        ],
  ),
  Schema.filter(({ metric, tolerance }) =>
    metric === "iou" && (tolerance ?? 0) > 1
      ? [{ path: ["tolerance"], message: "must be at most 1: an intersection over union is not above it" }]
      : [],
  ),
)

/** Reads a new audit. */
export const decodeNewAudit = decodeInput(NewAudit)

const orNull = { default: () => null }

/** Reads what an auditor found. */
export const decodeOutcome = decodeInput(
  Schema.Struct({
    errors: Schema.Array(
      Schema.Struct({
        type: AuditErrorSchema.fields.type,
        annotation: Schema.optionalWith(Schema.NullOr(Schema.Int), orNull),
        value: Schema.optionalWith(Schema.NullOr(Schema.Finite), orNull),
      }),
    ).pipe(Schema.maxItems(maxAuditErrors, { message: () => `must have at most ${maxAuditErrors} items` })),
  }),
)

/** The reason for which nobody checks a draw. */
export interface UncheckedInput {
  /** Up to 1000 characters. */
  readonly reason: string
}

/** Reads why nobody checks a draw. */
export const decodeUnchecked = decodeInput(
  Schema.Struct({
    reason: Schema.Trim.pipe(
      Schema.minLength(1, { message: () => "must not be empty" }),
      Schema.maxLength(maxAuditReasonLength, {
        message: () => `must have at most ${maxAuditReasonLength} characters`,
      }),
    ),
  }),
)

/** Refuses errors that an audit of objects does not count, and a value that is not an error by the tolerance of the audit. */
export const findOutcomeViolation = (
  { metric, tolerance, unit }: Pick<ReleaseAudit, "metric" | "tolerance" | "unit">,
  errors: ReadonlyArray<AuditError>,
): InvalidInput | undefined => {
  for (const [index, { annotation, type, value }] of errors.entries()) {
    if (unit === "objects" && type === "missing")
      return InvalidInput.at(
        `/errors/${index}/type`,
        "must not be missing: an audit of objects cannot find objects that were never drawn",
      )
    if (unit === "objects" && annotation !== null)
      return InvalidInput.at(
        `/errors/${index}/annotation`,
        "must be absent: the errors are those of the object that was drawn",
      )
    const refuse = (message: string) => InvalidInput.at(`/errors/${index}/value`, message)
    if (type !== "geometry" || metric === null || tolerance === null) {
      if (value !== null) return refuse("must be absent: only errors of geometry are measured, by a metric")
    } else if (value === null) return refuse("must be given: the audit measures geometry")
    else if (metric === "iou" ? value >= tolerance : value <= tolerance)
      return refuse(
        `must be ${metric === "iou" ? "below" : "above"} the tolerance of the audit, ${tolerance}`,
      )
  }
  return undefined
}
