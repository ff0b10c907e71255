/** The state of the work on an audit. Pure. */
import { Conflict } from "../domain/errors.ts"
import type { AuditDraw } from "../domain/ReleaseAudit.ts"
import { toMillis } from "../domain/Timestamp.ts"

/** The error for an audit that takes no more work. */
export const closedError = new Conflict({ code: "audit_closed" })

/** Whether somebody has claimed the draw at the time, in milliseconds. */
export const isLeased = ({ claimId, expiresAt }: AuditDraw, at: number): boolean =>
  claimId !== null && expiresAt !== null && toMillis(expiresAt) > at
