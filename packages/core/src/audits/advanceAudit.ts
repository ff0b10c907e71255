/** The progress of an audit: the draws that its bound counts, and whether its goal is met. Pure. */
import { computeErrorBounds, type ErrorBounds } from "../agreement/audit/errorBounds.ts"
import type { AuditDraw, ReleaseAudit } from "../domain/ReleaseAudit.ts"

/**
 * Counts the outcomes that follow those that were counted, up to the first draw without one: auditors who work at the same time end in
 * another order than that of the draw, and what is easy to check would come first. Stops at the draw with which the goal is met.
 */
export const advanceAudit = (audit: ReleaseAudit, next: ReadonlyArray<AuditDraw>): ReleaseAudit => {
  let { audited, errors } = audit
  for (const { number, outcome } of next) {
    if (outcome === null || number !== audited + 1) break
    audited += 1
    if (outcome.length > 0) errors += 1
    if (isReached({ ...audit, audited, errors })) return { ...audit, audited, errors, state: "reached" }
  }
  return { ...audit, audited, errors, state: "open" }
}

/** Goes back before a draw. `counted`: the draws from that one on that were counted, with the outcomes that were counted. */
export const revertAudit = (audit: ReleaseAudit, counted: ReadonlyArray<AuditDraw>): ReleaseAudit => ({
  ...audit,
  audited: audit.audited - counted.length,
  errors: audit.errors - counted.filter(({ outcome }) => (outcome?.length ?? 0) > 0).length,
  state: "open",
})

/** The bounds of the number of samples with an error, in the release or in a part of it. */
export const computeBounds = (
  { audited, errors, population }: Pick<ReleaseAudit, "audited" | "errors" | "population">,
  level: number,
): ErrorBounds => computeErrorBounds({ population, drawn: audited, errors }, level)

const isReached = (audit: ReleaseAudit): boolean =>
  audit.goal !== null && computeBounds(audit, audit.level).upper <= audit.goal * audit.population
