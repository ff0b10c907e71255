import type { Status } from "../../../api/statuses.ts"
import type { Overlap } from "./overlapCalls.ts"

/** Finished labels of one person. */
const reopened: ReadonlySet<Status> = new Set(["LABELED", "REVIEWED"])

/** Labels that stay as they are. */
const closed: ReadonlySet<Status> = new Set(["VERIFIED", "SKIPPED"])

/** Says how the number of labelers of a sample can change: as it is, by more labels of a finished sample, or not at all. */
export const findOverlapChange = (
  state: Overlap["state"],
  status: Status,
): "change" | "reopen" | undefined => {
  if (state === "labeling") return "change"
  if (closed.has(status)) return undefined
  return state === null && !reopened.has(status) ? "change" : "reopen"
}
