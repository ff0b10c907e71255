/** The figures of an audit and of its strata. Pure. */
import type { ErrorBounds } from "../agreement/audit/errorBounds.ts"
import type { AuditDraw, AuditErrorType, AuditStratum, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import { computeBounds, hasError } from "./advanceAudit.ts"

/** The bound of a part of the population. */
export interface StratumFigures {
  readonly stratum: AuditStratum
  readonly audited: number
  readonly errors: number
  readonly notChecked: number
  readonly bounds: ErrorBounds
}

/**
 * The bounds of strata. `draws` are those that the audit counts. Each bound holds by itself at the level of the audit; `isJoint`: all of them and
 * that of the whole hold together, each at the level 1 − α / (strata + 1).
 */
export const measureStrata = (
  audit: ReleaseAudit,
  strata: ReadonlyArray<AuditStratum>,
  draws: ReadonlyArray<Pick<AuditDraw, "notChecked" | "outcome" | "strata">>,
  isJoint = false,
): ReadonlyArray<StratumFigures> => {
  const counts = new Map(strata.map(({ number }) => [number, { audited: 0, errors: 0, notChecked: 0 }]))
  for (const draw of draws)
    for (const number of draw.strata) {
      const count = counts.get(number)
      if (count === undefined) continue
      count.audited += 1
      if (draw.notChecked !== null) count.notChecked += 1
      else if (hasError(draw)) count.errors += 1
    }
  const level = isJoint ? getJointLevel(audit, strata) : audit.level
  return strata.map((stratum) => {
    const count = counts.get(stratum.number) ?? { audited: 0, errors: 0, notChecked: 0 }
    const bounds = computeBounds({ population: stratum.population, ...count }, level)
    return { stratum, ...count, bounds }
  })
}

/** The level at which the bounds of the whole and of all strata hold together (Bonferroni). */
export const getJointLevel = ({ level }: ReleaseAudit, strata: ReadonlyArray<AuditStratum>): number =>
  1 - (1 - level) / (strata.length + 1)

/** The numbers of units with each kind of error. */
export const countErrorTypes = (
  draws: ReadonlyArray<Pick<AuditDraw, "outcome">>,
): { readonly [Type in AuditErrorType]?: number } => {
  const counts: { [Type in AuditErrorType]?: number } = {}
  for (const { outcome } of draws)
    for (const type of new Set((outcome ?? []).map((error) => error.type)))
      counts[type] = (counts[type] ?? 0) + 1
  return counts
}
