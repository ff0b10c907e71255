import type { Wire } from "../../api/client.ts"

/** A state of labels in the bar. */
export interface Share {
  readonly state: State
  readonly count: number
  /** Of all samples. */
  readonly percent: number
  readonly color: string
}

/** From what is finished to what has not begun. */
const colors = {
  VERIFIED: "teal.9",
  REVIEWED: "teal.7",
  REVIEWING_IN_PROGRESS: "cyan.6",
  LABELED: "indigo.6",
  LABELING_IN_PROGRESS: "indigo.4",
  PRELABELED: "violet.4",
  REJECTED: "red.7",
  SKIPPED: "orange.6",
  UNLABELED: "gray.5",
} as const

type State = keyof typeof colors

const states: ReadonlyArray<State> = [
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
      return { state, count, percent: total === 0 ? 0 : (100 * count) / total, color: colors[state] }
    })
    .filter(({ count, state }) => count > 0 || state === "REJECTED")
}
