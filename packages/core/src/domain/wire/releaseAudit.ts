/** Audits of releases as JSON of events. The strata are read over REST, by those who may see them. */
import { Schema } from "effect"
import { AuditUnit, ReleaseAuditState } from "../ReleaseAudit.ts"
import { At, account, makeEventSchema, NumberOrNull, Uuid } from "./shared.ts"

/** An audit with its bound, as events have it. */
export const AuditEventJson = Schema.Struct({
  uuid: Uuid,
  /** The name of the release. */
  release: Schema.String,
  labelset: Schema.String,
  unit: AuditUnit,
  plan: NumberOrNull,
  state: ReleaseAuditState,
  level: Schema.Number,
  goal: NumberOrNull,
  population: Schema.Int,
  draws: Schema.Int,
  audited: Schema.Int,
  errors: Schema.Int,
  not_checked: Schema.Int,
  revised: Schema.Int,
  lower: Schema.Int,
  upper: Schema.Int,
  created_at: At,
  created_by: Schema.String,
}).annotations({
  identifier: "AuditOfEvent",
  description:
    "An audit of a release whose goal is met, with the bound of the number of samples or objects with an error",
  ...makeEventSchema({ plan: { type: ["integer", "null"] }, created_by: account }),
})
export type AuditEventJson = typeof AuditEventJson.Type
