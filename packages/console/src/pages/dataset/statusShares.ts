import type { Wire } from "../../api/client.ts"
import { barStatuses, getStatusColor, type Status } from "../../api/statuses.ts"

/** A state of labels in the bar. */
export interface Share {
  readonly state: Status
  readonly count: number
  /** Of all samples. */
  readonly percent: number
  readonly color: string
}

/** The states that some label is in, and always the rejected ones: nobody should have to look for those. */
export const computeShares = (stats: Wire<"LabelStats">): ReadonlyArray<Share> => {
  const total = Number(stats.TOTAL)
  return barStatuses
    .map((state) => {
      const count = Number(stats[state])
      return { state, count, percent: total === 0 ? 0 : (100 * count) / total, color: getStatusColor(state) }
    })
    .filter(({ count, state }) => count > 0 || state === "REJECTED")
}
