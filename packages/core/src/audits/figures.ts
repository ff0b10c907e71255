/** The figures of an audit and of its strata. Pure. */
import type { ErrorBounds } from "../agreement/audit/errorBounds.ts"
import type { AuditDraw, AuditErrorType, AuditStratum, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import { computeBounds } from "./advanceAudit.ts"

/** The bound of a part of the population. */
export interface StratumFigures {
  readonly stratum: AuditStratum
  readonly audited: number
  readonly errors: number
  readonly bounds: ErrorBounds
}

/**
 * The bounds of strata. `draws` are those that the audit counts. Each bound holds by itself at the level of the audit; `isJoint`: all of them and
 * that of the whole hold together, each at the level 1 − α / (strata + 1).
 */
export const measureStrata = (
  audit: ReleaseAudit,
  strata: ReadonlyArray<AuditStratum>,
  draws: ReadonlyArray<Pick<AuditDraw, "outcome" | "strata">>,
  isJoint = false,
): ReadonlyArray<StratumFigures> => {
  const counts = new Map(strata.map(({ number }) => [number, { audited: 0, errors: 0 }]))
  for (const { outcome, strata: numbers } of draws)
    for (const number of numbers) {
      const count = counts.get(number)
      if (count === undefined) continue
      count.audited += 1
      if ((outcome?.length ?? 0) > 0) count.errors += 1
    }
  const level = isJoint ? getJointLevel(audit, strata) : audit.level
  return strata.map((stratum) => {
    const { audited, errors } = counts.get(stratum.number) ?? { audited: 0, errors: 0 }
    const bounds = computeBounds({ population: stratum.population, audited, errors }, level)
    return { stratum, audited, errors, bounds }
  })
}

/** The level at which the bounds of the whole and of all strata hold together (Bonferroni). */
export const getJointLevel = ({ level }: ReleaseAudit, strata: ReadonlyArray<AuditStratum>): number =>
  1 - (1 - level) / (strata.length + 1)

/** The numbers of samples with each kind of error. */
export const countErrorTypes = (
  draws: ReadonlyArray<Pick<AuditDraw, "outcome">>,
): { readonly [Type in AuditErrorType]?: number } => {
  const counts: { [Type in AuditErrorType]?: number } = {}
  for (const { outcome } of draws)
    for (const type of new Set((outcome ?? []).map((error) => error.type)))
      counts[type] = (counts[type] ?? 0) + 1
  return counts
}
