/** The progress of an audit: the draws that its bound counts, and whether its goal is met. Pure. */
import { computeErrorBounds, type ErrorBounds, isUpperBoundAtMost } from "../agreement/audit/errorBounds.ts"
import type { AuditDraw, ReleaseAudit } from "../domain/ReleaseAudit.ts"

/**
 * Counts the outcomes that follow those that were counted, up to the first draw without one: auditors who work at the same time end in
 * another order than that of the draw, and what is easy to check would come first. Stops at the draw with which the goal is met. The audit is
 * exhausted when all draws are counted before.
 */
export const advanceAudit = (audit: ReleaseAudit, next: ReadonlyArray<AuditDraw>): ReleaseAudit => {
  let { audited, errors, notChecked } = audit
  for (const draw of next) {
    if (draw.outcome === null || draw.number !== audited + 1) break
    audited += 1
    if (draw.notChecked !== null) notChecked += 1
    else if (draw.outcome.length > 0) errors += 1
    const counted = { ...audit, audited, errors, notChecked }
    if (isReached(counted)) return { ...counted, state: "reached" }
  }
  return { ...audit, audited, errors, notChecked, state: audited < audit.draws ? "open" : "exhausted" }
}

/** Goes back before a draw. `counted`: the draws from that one on that were counted, with the outcomes that were counted. */
export const revertAudit = (audit: ReleaseAudit, counted: ReadonlyArray<AuditDraw>): ReleaseAudit => ({
  ...audit,
  audited: audit.audited - counted.length,
  errors: audit.errors - counted.filter(hasError).length,
  notChecked: audit.notChecked - counted.filter(({ notChecked }) => notChecked !== null).length,
  state: "open",
})

/** Whether an auditor found an error. */
export const hasError = ({ outcome }: Pick<AuditDraw, "outcome">): boolean => (outcome?.length ?? 0) > 0

/** The outcomes of a population or of a part of it. */
export type AuditCounts = Pick<ReleaseAudit, "audited" | "errors" | "notChecked" | "population">

/**
 * The bounds of the number of units with an error, in the release or in a part of it. A draw that nobody checks may have an error or not: it has
 * one in the upper bound, and none in the lower bound, so that both hold.
 */
export const computeBounds = (
  { audited, errors, notChecked, population }: AuditCounts,
  level: number,
): ErrorBounds => {
  const bounds = computeErrorBounds({ population, drawn: audited, errors }, level)
  if (notChecked === 0) return bounds
  const worst = computeErrorBounds({ population, drawn: audited, errors: errors + notChecked }, level)
  return { lower: bounds.lower, upper: worst.upper }
}

/** As `computeBounds` has the upper bound. */
const isReached = ({ audited, errors, goal, level, notChecked, population }: ReleaseAudit): boolean =>
  goal !== null &&
  isUpperBoundAtMost({ population, drawn: audited, errors: errors + notChecked }, goal * population, level)
