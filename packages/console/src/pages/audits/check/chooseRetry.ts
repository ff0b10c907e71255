/** The way on after an outcome could not be sent. Pure. */
import { ApiError } from "../../../api/problem.ts"

/** Whether the audit takes no more work. */
export const isClosed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === "audit_closed"

/**
 * `claim`: the draw is lost, or the audit is over, and the outcome can never be sent. `submit`: the same outcome can be sent again, and what the
 * auditor named stays.
 */
export const chooseRetry = (error: unknown): "claim" | "submit" =>
  isClosed(error) || (error instanceof ApiError && error.code === "stale_claim") ? "claim" : "submit"
