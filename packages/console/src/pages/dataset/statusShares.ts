import type { Wire } from "../../api/client.ts"
import { type Status, statusColors } from "../samples/search.ts"

/** A state of labels in the bar. */
export interface Share {
  readonly state: Status
  readonly count: number
  /** Of all samples. */
  readonly percent: number
  readonly color: string
}

/** From what is finished to what has not begun. */
const states: ReadonlyArray<Status> = [
  "VERIFIED",
  "REVIEWED",
  "REVIEWING_IN_PROGRESS",
  "LABELED",
  "LABELING_IN_PROGRESS",
  "PRELABELED",
  "REJECTED",
  "SKIPPED",
  "UNLABELED",
]

/** The states that some label is in, and always the rejected ones: nobody should have to look for those. */
export const computeShares = (stats: Wire<"LabelStats">): ReadonlyArray<Share> => {
  const total = Number(stats.TOTAL)
  return states
    .map((state) => {
      const count = Number(stats[state])
      return { state, count, percent: total === 0 ? 0 : (100 * count) / total, color: statusColors[state] }
    })
    .filter(({ count, state }) => count > 0 || state === "REJECTED")
}
