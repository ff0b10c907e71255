/** The statuses of labels, and what each means for the work on a sample. Without the runtime of `effect`, for pages and formats. */
import type { QueueName } from "./Claim.ts"

/** The queue in which a sample waits, and how far the work on its label is there. */
export type WaitingState =
  | { readonly queue: "labeling"; readonly work: "new" | "begun" | "rejected" }
  | { readonly queue: "reviewing"; readonly work: "new" | "begun" }

interface LabelState {
  /** The queue of a sample whose ground-truth label has the status. Null: it waits in none. */
  readonly waiting: WaitingState | null
  /** Whether the label is finished work, which exports contain by default. */
  readonly isFinished: boolean
}

const labelStates = {
  PRELABELED: { waiting: { queue: "labeling", work: "new" }, isFinished: false },
  LABELING_IN_PROGRESS: { waiting: { queue: "labeling", work: "begun" }, isFinished: false },
  LABELED: { waiting: { queue: "reviewing", work: "new" }, isFinished: true },
  REVIEWING_IN_PROGRESS: { waiting: { queue: "reviewing", work: "begun" }, isFinished: false },
  REVIEWED: { waiting: null, isFinished: true },
  REJECTED: { waiting: { queue: "labeling", work: "rejected" }, isFinished: false },
  SKIPPED: { waiting: null, isFinished: false },
  VERIFIED: { waiting: null, isFinished: true },
} as const satisfies Readonly<Record<string, LabelState>>

type Status = keyof typeof labelStates
type NonEmpty<A> = readonly [A, ...ReadonlyArray<A>]

/** The statuses of a label. Cast: `Object.keys` forgets which keys there are. */
export const labelStatuses = Object.keys(labelStates) as unknown as NonEmpty<Status>

/** The queue of a sample. Without a label, it waits like a prelabeled one. */
export const findWaitingState = (status: Status | null): WaitingState | null =>
  labelStates[status ?? "PRELABELED"].waiting

/** The statuses of labels whose samples wait in the queue. */
export const listWaitingStatuses = (queue: WaitingState["queue"]): ReadonlyArray<Status> =>
  labelStatuses.filter((status) => findWaitingState(status)?.queue === queue)

/** The states of samples that a queue works on. */
export const waitingStatuses: { readonly [Queue in QueueName]: ReadonlyArray<Status | "UNLABELED"> } = {
  prelabeling: ["UNLABELED", "PRELABELED"],
  labeling: ["UNLABELED", ...listWaitingStatuses("labeling")],
  reviewing: listWaitingStatuses("reviewing"),
}

export const isFinished = (status: Status | "UNLABELED"): boolean =>
  status !== "UNLABELED" && labelStates[status].isFinished

/** The statuses of finished work. Cast: there are some. */
export const finishedStatuses = labelStatuses.filter(isFinished) as unknown as NonEmpty<Status>
