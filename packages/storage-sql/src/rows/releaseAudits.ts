/** Rows of the audits of releases. */
import type {
  AuditDraw,
  AuditError,
  AuditExclusion,
  AuditObject,
  AuditStratum,
  ReleaseAudit,
} from "@annotary/core/effect"
import { type Column, json, nullable, number, type Table, table, text } from "./columns.ts"

/** An audit with the number of its plan in the column of its unit. */
interface StoredAudit extends Omit<ReleaseAudit, "plan"> {
  readonly samplePlan: ReleaseAudit["plan"]
  readonly objectPlan: ReleaseAudit["plan"]
}

const storedAudits = table<StoredAudit>({
  id: text("id"),
  datasetId: text("dataset_id"),
  releaseId: text("release_id"),
  labelset: text("labelset"),
  unit: text("unit"),
  samplePlan: nullable(number("plan")),
  objectPlan: nullable(number("object_plan")),
  state: text("state"),
  failure: nullable(text("failure")),
  level: number("level"),
  goal: nullable(number("goal")),
  metric: nullable(text("metric")),
  tolerance: nullable(number("tolerance")),
  nonce: text("nonce"),
  population: number("population"),
  draws: number("draws"),
  audited: number("audited"),
  errors: number("errors"),
  notChecked: number("not_checked"),
  revised: number("revised"),
  createdAt: text("created_at"),
  createdBy: text("created_by"),
  finishedAt: nullable(text("finished_at")),
})

export const releaseAudits: Table<ReleaseAudit> = {
  names: storedAudits.names,
  select: (alias, prefix) => storedAudits.select(alias, prefix),
  encode: ({ plan, ...audit }) =>
    storedAudits.encode({
      ...audit,
      samplePlan: audit.unit === "samples" ? plan : null,
      objectPlan: audit.unit === "objects" ? plan : null,
    }),
  decode: (raw, prefix) => {
    const { objectPlan, samplePlan, ...audit } = storedAudits.decode(raw, prefix)
    return { ...audit, plan: audit.unit === "objects" ? objectPlan : samplePlan }
  },
}

export const auditStrata = table<AuditStratum>({
  datasetId: text("dataset_id"),
  auditId: text("audit_id"),
  number: number("number"),
  kind: text("kind"),
  name: text("name"),
  user: nullable(text("username")),
  population: number("population"),
})

/** A list that was checked when it was written. */
const makeList = <A>(name: string): Column<ReadonlyArray<A>> =>
  json(
    name,
    (value) => value as ReadonlyArray<A>,
    (items) => items,
  )

/** An object that was checked when it was written. */
const makeObject = (name: string): Column<AuditObject> =>
  json(
    name,
    (value) => value as AuditObject,
    (object) => object,
  )

const drawColumns = {
  auditId: text<AuditDraw["auditId"]>("audit_id"),
  number: number("number"),
  sampleId: text<AuditDraw["sampleId"]>("sample_id"),
  object: nullable(makeObject("object")),
  lineOffset: number("line_offset"),
  lineLength: number("line_length"),
  strata: makeList<number>("strata"),
  holder: nullable(text<NonNullable<AuditDraw["holder"]>>("holder")),
  outcome: nullable(makeList<AuditError>("outcome")),
  notChecked: nullable(text<string>("not_checked")),
  auditedAt: nullable(text<NonNullable<AuditDraw["auditedAt"]>>("audited_at")),
}

export const auditDraws = table<AuditDraw>({
  ...drawColumns,
  datasetId: text("dataset_id"),
  claimId: nullable(text("claim_id")),
  expiresAt: nullable(text("expires_at")),
})

export const auditExclusions = table<AuditExclusion>({
  datasetId: text("dataset_id"),
  auditId: text("audit_id"),
  number: number("number"),
  user: text("username"),
})

/** Draws as archives have them. */
export const archivedDraws = table<Omit<AuditDraw, "claimId" | "datasetId" | "expiresAt">>(drawColumns)
