/** An audit as people see it. Pure. */
import { computeCommitment } from "../agreement/audit/drawSamples.ts"
import { type ErrorBounds, estimateRemainingAudits } from "../agreement/audit/errorBounds.ts"
import type { JsonText } from "../domain/JsonText.ts"
import type { AuditDraw, AuditStratum, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import type { AuditEventJson } from "../domain/wire/releaseAudit.ts"
import { computeBounds } from "./advanceAudit.ts"
import { getJointLevel, type StratumFigures } from "./figures.ts"
import { type CurvePoint, traceCurve } from "./traceCurve.ts"

/** The bound of a part of the release. */
export interface StratumView
  extends Pick<AuditStratum, "kind" | "name" | "population" | "user">,
    Pick<StratumFigures, "audited" | "errors" | "notChecked"> {
  /** Numbers of units with an error. */
  readonly lower: number
  readonly upper: number
}

/** An audit and its bound. */
export interface AuditView extends Omit<ReleaseAudit, "datasetId" | "nonce" | "releaseId"> {
  /** The name of the release. */
  readonly release: string
  /** SHA-256 of the nonce. */
  readonly commitment: string
  /** Null until the audit is finished. */
  readonly nonce: string | null
  /** The least number of units with an error. */
  readonly lower: number
  /** The most units with an error: the statement of the audit. */
  readonly upper: number
  /** The number of further draws after which the goal is expected to be met; null without a goal, or when it is not expected with the draws that are left. */
  readonly remaining: number | null
  /** Null where they were not read. */
  readonly strata: ReadonlyArray<StratumView> | null
  /** The bound after each outcome that is counted, or after at most 200 of them at equal distances. Null where they were not read. */
  readonly curve: ReadonlyArray<CurvePoint> | null
  /** The configuration of the dataset as the release has it, by which its labels are checked. Null where it was not read, or the file is gone. */
  readonly taskAttributes: JsonText | null
}

interface ShownFigures {
  /** All strata, also those that are not shown. */
  readonly strata: ReadonlyArray<AuditStratum>
  readonly shown: ReadonlyArray<StratumFigures>
  /** Those that the audit counts. */
  readonly draws: ReadonlyArray<AuditDraw>
  readonly isJoint: boolean
  readonly taskAttributes: JsonText | null
}

export const toAuditView = (audit: ReleaseAudit, release: string, figures?: ShownFigures): AuditView => {
  const { datasetId: _dataset, releaseId: _release, ...shown } = audit
  const level = figures?.isJoint === true ? getJointLevel(audit, figures.strata) : audit.level
  return {
    ...shown,
    release,
    commitment: computeCommitment(audit.nonce),
    nonce: audit.state === "finished" ? audit.nonce : null,
    ...computeBounds(audit, level),
    remaining: estimateRemaining(audit),
    strata: figures === undefined ? null : figures.shown.map(toStratumView),
    curve: figures === undefined ? null : traceCurve(audit, figures.draws, level),
    taskAttributes: figures?.taskAttributes ?? null,
  }
}

/** The states in which nothing is drawn yet, or nothing changes any more. */
const inactiveStates: ReadonlySet<ReleaseAudit["state"]> = new Set(["preparing", "failed", "finished"])

const estimateRemaining = ({
  audited,
  draws,
  errors,
  goal,
  level,
  notChecked,
  population,
  state,
}: ReleaseAudit): number | null => {
  if (goal === null || inactiveStates.has(state)) return null
  const counts = { population, drawn: audited, errors: errors + notChecked }
  const remaining = estimateRemainingAudits(counts, goal, level)
  return remaining === null || audited + remaining > draws ? null : remaining
}

const toStratumView = ({
  audited,
  bounds,
  errors,
  notChecked,
  stratum: { kind, name, population, user },
}: StratumFigures): StratumView => ({
  ...{ kind, name, user, population, audited, errors, notChecked },
  ...toBounds(bounds),
})

const toBounds = ({ lower, upper }: ErrorBounds) => ({ lower, upper })

/** Makes the object of an event from a view; people and strata are left out. */
export const toAuditEvent = (view: AuditView): AuditEventJson => ({
  uuid: view.id,
  release: view.release,
  labelset: view.labelset,
  unit: view.unit,
  plan: view.plan,
  state: view.state,
  ...{ level: view.level, goal: view.goal, population: view.population, draws: view.draws },
  ...{ audited: view.audited, errors: view.errors, not_checked: view.notChecked, revised: view.revised },
  ...{ lower: view.lower, upper: view.upper },
  created_at: view.createdAt,
  created_by: view.createdBy,
})
