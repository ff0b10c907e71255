/**
 * The statements of a release: in-toto Statements (version 1) whose subject is the release file. The root statement is so short
 * that a proof contains it; the release statement says how the release was made.
 */
import { Schema } from "effect"
import { type JsonText, Raw, writeJson } from "../domain/JsonText.ts"
import { AuditUnit } from "../domain/ReleaseAudit.ts"
import type { RuleTotals } from "../domain/Warning.ts"
import { LabelsetShares } from "./authorCounts.ts"

const Count = Schema.Int.pipe(Schema.nonNegative())
const Digest = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))

/** The types of the predicates that the engine makes. Callers append statements of other types. */
export const predicateTypes = {
  root: "urn:annotary:release-root:v1",
  release: "urn:annotary:release:v1",
  agreement: "urn:annotary:release-agreement:v1",
  auditPlan: "urn:annotary:audit-plan:v1",
  audit: "urn:annotary:audit:v1",
} as const

/** The samples of a release: their number and the Merkle root over their lines. */
const Samples = Schema.Struct({ count: Count, root: Digest })

/** The predicate of a root statement. */
export const RootPredicate = Schema.Struct({ samples: Samples })

/** The warnings of one labelset: the totals of each rule, from the last check of each label. */
const LabelsetWarnings = Schema.Struct({
  labelset: Schema.String,
  rules: Schema.Record({
    key: Schema.String,
    value: Schema.Struct({ warnings: Count, dismissed: Count, labels: Count }),
  }),
})

/** The predicate of a release statement. */
export const ReleasePredicate = Schema.Struct({
  release: Schema.Struct({
    uuid: Schema.String,
    dataset: Schema.String,
    name: Schema.String,
    created_at: Schema.String,
  }),
  samples: Samples,
  /** `sha256` is of the JSON text of the configuration in the file. */
  configuration: Schema.Struct({ version: Schema.Int, sha256: Digest }),
  labelsets: Schema.Array(LabelsetShares),
  warnings: Schema.Struct({
    /** The rules that a check of this dataset runs. */
    rules: Schema.Array(Schema.String),
    labelsets: Schema.Array(LabelsetWarnings),
  }),
  signed_at: Schema.String,
})
export interface ReleasePredicate extends Schema.Schema.Type<typeof ReleasePredicate> {}

const Share = Schema.Number.pipe(Schema.between(0, 1))
const Bounds = Schema.Struct({ lower: Count, upper: Count })

/** Fixed before anything is drawn. */
const auditPlanFields = {
  audit: Schema.String,
  /** The number of the plan among those of the release: 1, 2, 3 … without a gap. */
  plan: Schema.Int.pipe(Schema.positive()),
  samples: Samples,
  labelset: Schema.String,
  /** Statements of audits of samples have none: verifiers from before there were audits of objects read them too. */
  unit: Schema.optionalWith(AuditUnit, { default: () => "samples" as const }),
  /** The kinds of errors that the audit cannot find, and which its bound does not count: `missing` where objects are drawn. */
  excluded_errors: Schema.optionalWith(Schema.Array(Schema.String), { default: () => [] }),
  level: Share,
  goal: Schema.NullOr(Share),
  tolerance: Schema.NullOr(Schema.Struct({ metric: Schema.String, value: Schema.Number })),
  method: Schema.Literal("prior-posterior-ratio"),
  prior: Schema.Array(Schema.Struct({ weight: Schema.Number, a: Schema.Number, b: Schema.Number })),
  /** SHA-256 of the hex text of the nonce. */
  commitment: Digest,
}

/** The kinds of errors that audits of the unit cannot find: nobody draws an object that is missing. */
export const listExcludedErrors = (unit: AuditUnit): ReadonlyArray<string> =>
  unit === "objects" ? ["missing"] : []

const hasExcludedErrors = ({
  excluded_errors: types,
  unit,
}: {
  readonly excluded_errors: ReadonlyArray<string>
  readonly unit: AuditUnit
}): boolean => types.join() === listExcludedErrors(unit).join()

/** The predicate of the plan of an audit, signed when the audit begins. */
export const AuditPlanPredicate = Schema.Struct({ ...auditPlanFields, signed_at: Schema.String }).pipe(
  Schema.filter(hasExcludedErrors),
)
export interface AuditPlanPredicate extends Schema.Schema.Type<typeof AuditPlanPredicate> {}
/** The plan as it is signed. */
export interface AuditPlanJson extends Schema.Schema.Encoded<typeof AuditPlanPredicate> {}

/** The predicate of the result of an audit. */
export const AuditPredicate = Schema.Struct({
  ...auditPlanFields,
  /** The number of the plans of the release when the result was signed. */
  plans: Schema.Int.pipe(Schema.positive()),
  nonce: Digest,
  seed: Digest,
  /** The samples of the release that have a finished label, or the objects of these labels. */
  population: Count,
  audited: Count,
  errors: Count,
  /** The draws that nobody checked: each counts as an error in the upper bound. */
  not_checked: Count,
  /** Outcomes that were taken back or corrected. */
  revised: Count,
  bound: Bounds,
  /** The units with each kind of error. */
  error_types: Schema.Record({ key: Schema.String, value: Count }),
  /** The numbers of the draws with an error, from 1. */
  errors_at: Schema.Array(Count),
  /** The numbers of the draws that nobody checked. */
  not_checked_at: Schema.Array(Count),
  /** SHA-256 of the ids of the audited samples, or the keys of objects, in the order of drawing, each followed by a line break. */
  drawn_sha256: Digest,
  /** Categories and sensors. A signed statement names no person. */
  strata: Schema.Array(
    Schema.Struct({
      kind: Schema.String,
      name: Schema.String,
      population: Count,
      audited: Count,
      errors: Count,
      not_checked: Count,
      bound: Bounds,
    }),
  ),
  signed_at: Schema.String,
}).pipe(Schema.filter(hasExcludedErrors))
export interface AuditPredicate extends Schema.Schema.Type<typeof AuditPredicate> {}
/** The result as it is signed. */
export interface AuditJson extends Schema.Schema.Encoded<typeof AuditPredicate> {}

/** The warnings of one labelset, as a storage counts them. */
export interface WarningTotals {
  readonly labelset: string
  readonly totals: RuleTotals
}

/** The file that a statement is about. */
export interface StatementSubject {
  readonly name: string
  readonly sha256: string
}

const statementType = "https://in-toto.io/Statement/v1"

/** A statement, decoded as far as all of them are the same. */
export const Statement = Schema.Struct({
  _type: Schema.Literal(statementType),
  subject: Schema.Tuple(Schema.Struct({ name: Schema.String, digest: Schema.Struct({ sha256: Digest }) })),
  predicateType: Schema.String,
  predicate: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
})
export interface Statement extends Schema.Schema.Type<typeof Statement> {}

/** The text of a statement. */
export const formatStatement = (
  { name, sha256 }: StatementSubject,
  predicateType: string,
  predicate: JsonText,
): JsonText =>
  writeJson({
    _type: statementType,
    subject: [{ name, digest: { sha256 } }],
    predicateType,
    predicate: new Raw(predicate),
  })
