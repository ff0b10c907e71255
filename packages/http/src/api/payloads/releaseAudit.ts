/** Bodies of requests about audits of releases. */
import { AuditErrorType, AuditMetric, AuditStratumKind, AuditUnit } from "@annotary/core/effect"
import { Schema } from "effect"

const optionalNumber = Schema.optionalWith(Schema.NullOr(Schema.Number), { exact: true })

export const NewReleaseAudit = Schema.Struct({
  labelset: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "`ground-truth` by default",
  }),
  unit: Schema.optionalWith(AuditUnit, { exact: true }).annotations({
    description:
      "`samples`, the default: whole samples are drawn. `objects`: single annotations are, and tracks of sequences; errors of objects that were missed are not counted then",
  }),
  level: Schema.optionalWith(Schema.Number, { exact: true }).annotations({
    description: "The confidence of each bound, from 0.5 to 0.9999; 0.95 by default",
  }),
  goal: optionalNumber.annotations({
    description: "The share of samples or objects with an error, at which the audit stops, such as 0.02",
  }),
  metric: Schema.optionalWith(Schema.NullOr(AuditMetric), { exact: true }).annotations({
    description: "How geometry is measured. Without it, any error of geometry that an auditor sees counts",
  }),
  tolerance: optionalNumber.annotations({
    description:
      "The value of the metric beyond which geometry is wrong: an `iou` below it, a `distance` or `angle` above it",
  }),
  draws: Schema.optionalWith(Schema.Int, { exact: true }).annotations({
    description: "The most samples or objects that are drawn, up to 10 000; 2000 by default",
  }),
}).annotations({ identifier: "NewReleaseAudit" })

export const AuditStratumName = Schema.Struct({
  kind: AuditStratumKind,
  name: Schema.String.annotations({ description: "A category, a sensor, or an account" }),
}).annotations({ identifier: "AuditStratumName" })

export const UncheckedAuditDraw = Schema.Struct({
  reason: Schema.String.annotations({
    description: "Up to 1000 characters, for those who see who works on what",
  }),
}).annotations({ identifier: "UncheckedAuditDraw" })

export const AuditOutcome = Schema.Struct({
  errors: Schema.Array(
    Schema.Struct({
      type: AuditErrorType.annotations({
        description: "`missing` only in audits of samples: nobody draws an object that is missing",
      }),
      annotation: Schema.optionalWith(Schema.NullOr(Schema.Int), { exact: true }).annotations({
        description: "The id of the annotation. Only in audits of samples",
      }),
      value: optionalNumber.annotations({ description: "The measured value of an error of geometry" }),
    }).annotations({ identifier: "NewAuditError" }),
  ).annotations({ description: "None for a label that is right" }),
}).annotations({ identifier: "AuditOutcome" })
