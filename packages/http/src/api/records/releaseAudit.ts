/** Responses about audits of releases. */
import {
  AnyObjectOrNull,
  At,
  AtOrNull,
  AuditError,
  AuditMetric,
  AuditObject,
  AuditStratumKind,
  AuditUnit,
  NumberOrNull,
  ReleaseAuditState,
  TextOrNull,
  Uuid,
} from "@annotary/core/effect"
import { Schema } from "effect"

const bounds = {
  lower: Schema.Int.annotations({ description: "The least number of samples or objects with an error" }),
  upper: Schema.Int.annotations({
    description: "The most samples or objects with an error: the statement of the audit",
  }),
}

const outcomes = {
  audited: Schema.Int.annotations({
    description: "The outcomes that are counted: those before the first draw without one",
  }),
  errors: Schema.Int.annotations({ description: "The samples or objects with any error among them" }),
  not_checked: Schema.Int.annotations({
    description: "The draws among them that nobody checks: each counts as an error in `upper`",
  }),
}

const counts = {
  population: Schema.Int.annotations({
    description:
      "The samples with a finished label, or the objects of these labels; 0 before they are counted",
  }),
  ...outcomes,
}

const AuditCurvePointRecord = Schema.Struct({ ...outcomes, ...bounds }).annotations({
  identifier: "AuditCurvePoint",
  description: "The bound after some outcomes of an audit",
})

const AuditStratumRecord = Schema.Struct({
  kind: AuditStratumKind,
  name: Schema.String.annotations({ description: "Empty for people" }),
  user: TextOrNull,
  ...counts,
  ...bounds,
}).annotations({ identifier: "AuditStratum", description: "The bound of a part of a release" })

export const ReleaseAuditRecord = Schema.Struct({
  uuid: Uuid,
  release: Schema.String,
  labelset: Schema.String,
  unit: AuditUnit.annotations({
    description:
      "The units that are drawn and counted: whole samples, or single objects. The bound of an audit of objects counts no objects that were missed",
  }),
  plan: Schema.NullOr(Schema.Int).annotations({
    description: "The number of the signed plan among those of the release, from 1; null before it is signed",
  }),
  state: ReleaseAuditState.annotations({
    description:
      "`preparing` while a job reads the release and nothing is drawn yet, `failed` when it could not, when the release has no finished label in the labelset, or none with objects, or when other statements have taken its places, `open` while auditors get samples, `reached` when the goal is met, `exhausted` when all draws have an outcome and it is not, `finished` when the result is signed",
  }),
  failure: TextOrNull.annotations({
    description:
      "The reason for which the audit is `failed`; null in other states, and where none was stored",
  }),
  level: Schema.Number.annotations({ description: "The confidence of each bound" }),
  goal: NumberOrNull.annotations({
    description: "The share of samples or objects with an error, at which the audit stops",
  }),
  metric: Schema.NullOr(AuditMetric),
  tolerance: NumberOrNull,
  draws: Schema.Int.annotations({
    description: "The samples or objects that are drawn; the most of them while the audit is `preparing`",
  }),
  ...counts,
  revised: Schema.Int.annotations({ description: "Outcomes that were taken back or corrected" }),
  ...bounds,
  remaining: Schema.NullOr(Schema.Int).annotations({
    description:
      "The number of further draws with which the goal is expected to be met; null without a goal, or when it is not expected with the draws that are left",
  }),
  commitment: Schema.String.annotations({ description: "SHA-256 of the nonce" }),
  nonce: TextOrNull.annotations({ description: "Null until the audit is finished" }),
  created_at: At,
  created_by: Schema.String,
  finished_at: AtOrNull,
  strata: Schema.NullOr(Schema.Array(AuditStratumRecord)).annotations({
    description: "Only when one audit is read. People are shown to callers who may see who works on what",
  }),
  curve: Schema.NullOr(Schema.Array(AuditCurvePointRecord)).annotations({
    description:
      "Only when one audit is read: the bound after each outcome that is counted, or after 200 of them at equal distances, the last one among them",
  }),
  task_attributes: AnyObjectOrNull.annotations({
    description:
      "Only when one audit is read: the configuration of the dataset as the release has it, by which its labels are checked; null when the file of the release is gone",
  }),
}).annotations({ identifier: "ReleaseAudit", description: "An audit of a release, with its bound" })

export const AuditWorkRecord = Schema.Struct({
  number: Schema.Int.annotations({ description: "The number of the draw" }),
  claim_id: Uuid,
  expires_at: At,
  sample_uuid: Uuid,
  sample_name: Schema.String,
  object: Schema.NullOr(AuditObject).annotations({
    description: "The object that is checked, and nothing else of the label; null in audits of samples",
  }),
  attributes: AnyObjectOrNull,
  label_attributes: AnyObjectOrNull,
}).annotations({
  identifier: "AuditWork",
  description: "A sample and its label as they are in the release, without those who labeled it",
})

export const AuditDrawRecord = Schema.Struct({
  number: Schema.Int,
  sample_uuid: Uuid,
  object: Schema.NullOr(AuditObject).annotations({
    description: "The object that was drawn; null in audits of samples",
  }),
  holder: TextOrNull.annotations({ description: "The auditor who claimed or checked the draw" }),
  expires_at: AtOrNull.annotations({ description: "The end of the claim" }),
  errors: Schema.NullOr(Schema.Array(AuditError)).annotations({
    description:
      "None for a label that is right; null before the draw is checked, and where nobody checks it",
  }),
  not_checked: TextOrNull.annotations({ description: "The reason for which nobody checks the draw" }),
  audited_at: AtOrNull,
}).annotations({ identifier: "AuditDraw", description: "A sample or an object that an audit has drawn" })

export const StratumReturnRecord = Schema.Struct({
  returned: Schema.Int.annotations({ description: "Labels that wait for a review now" }),
  waiting: Schema.Int.annotations({ description: "Labels that have waited for a review before" }),
  changed: Schema.Int.annotations({
    description: "Labels that have changed since the release, and stay as they are",
  }),
}).annotations({
  identifier: "AuditStratumReturn",
  description: "The labels of a stratum that went back to review",
})
