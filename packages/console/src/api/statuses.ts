/** The states of samples: the statuses of their ground-truth labels, and `UNLABELED` for those without one. */
import type { Wire } from "./client.ts"

export type Status = Wire<"LabelStatus"> | "UNLABELED"

interface State {
  /** In lists and in the bar of the overview. */
  readonly color: string
  /** The place in the bar, from what is finished to what has not begun. */
  readonly place: number
}

const states: { readonly [Key in Status]: State } = {
  UNLABELED: { color: "gray.5", place: 9 },
  PRELABELED: { color: "violet.4", place: 6 },
  LABELING_IN_PROGRESS: { color: "indigo.4", place: 5 },
  LABELED: { color: "indigo.6", place: 4 },
  REVIEWING_IN_PROGRESS: { color: "cyan.6", place: 3 },
  REVIEWED: { color: "teal.7", place: 2 },
  REJECTED: { color: "red.7", place: 7 },
  SKIPPED: { color: "orange.6", place: 8 },
  VERIFIED: { color: "teal.9", place: 1 },
}

/** All states, in the order of filters. Cast: `Object.keys` forgets which keys there are. */
export const statuses = Object.keys(states) as ReadonlyArray<Status>

export const getStatusColor = (status: Status): string => states[status].color

/** All states in the order of the bar. */
export const barStatuses: ReadonlyArray<Status> = statuses.toSorted(
  (a, b) => states[a].place - states[b].place,
)
