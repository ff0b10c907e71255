/** The bounds of an audit at the times at which it could have stopped. Pure. */
import type { ErrorBounds } from "../agreement/audit/errorBounds.ts"
import type { AuditDraw, ReleaseAudit } from "../domain/ReleaseAudit.ts"
import { computeBounds, hasError } from "./advanceAudit.ts"

/** The bound after some outcomes. */
export interface CurvePoint extends Pick<ReleaseAudit, "audited" | "errors" | "notChecked">, ErrorBounds {}

/** The most points of a curve. */
export const maxCurvePoints = 200

/**
 * The bound after each of the outcomes that the audit counts, oldest first. Of more than `maxCurvePoints`, after as many of them as that, at equal
 * distances and the last one among them, so that the cost does not grow with the audit.
 */
export const traceCurve = (
  { audited, population }: Pick<ReleaseAudit, "audited" | "population">,
  draws: ReadonlyArray<Pick<AuditDraw, "notChecked" | "outcome">>,
  level: number,
): ReadonlyArray<CurvePoint> => {
  const pointCount = Math.min(audited, maxCurvePoints)
  const points: Array<CurvePoint> = []
  let [errors, notChecked] = [0, 0]
  for (const [index, draw] of draws.slice(0, audited).entries()) {
    if (draw.notChecked !== null) notChecked += 1
    else if (hasError(draw)) errors += 1
    const counts = { audited: index + 1, errors, notChecked }
    if (counts.audited < Math.ceil(((points.length + 1) * audited) / pointCount)) continue
    points.push({ ...counts, ...computeBounds({ population, ...counts }, level) })
  }
  return points
}
