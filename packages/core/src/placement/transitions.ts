import type { QueueName } from "../domain/Claim.ts"
import type { DatasetSettings } from "../domain/DatasetSettings.ts"
import type { Conflict } from "../domain/errors.ts"
import type { LabelStatus } from "../domain/Label.ts"

/** The actions on a claim. */
export type WorkAction = "submit" | "save" | "skip" | "accept" | "reject"

/** A label's state, where null is a sample without a label. */
export type FromStatus = LabelStatus | null

/** A transition of a label's status by an action. */
export interface Transition {
  readonly action: WorkAction | "prelabel" | "verify"
  /** The queue of the action; null for writes outside the queues. */
  readonly queue: QueueName | null
  /** The lowest role that may perform it. */
  readonly who: "model" | "labeler" | "reviewer" | "manager"
  readonly from: ReadonlyArray<FromStatus>
  readonly to: LabelStatus
  /** The dataset setting that allows it. */
  readonly condition?: keyof typeof settingNames
}

const toLabel: ReadonlyArray<FromStatus> = [null, "PRELABELED", "REJECTED", "SKIPPED", "LABELING_IN_PROGRESS"]
const toReview: ReadonlyArray<FromStatus> = ["LABELED", "REVIEWING_IN_PROGRESS"]
const labeling = { queue: "labeling", who: "labeler", from: toLabel } as const
const reviewing = { queue: "reviewing", who: "reviewer", from: toReview } as const

/** The states of a label and who moves it between them: a table. Everything else is refused. */
export const transitions: ReadonlyArray<Transition> = [
  {
    action: "prelabel",
    queue: "prelabeling",
    who: "model",
    from: [null, "PRELABELED"],
    to: "PRELABELED",
    condition: "enablePrelabeling",
  },
  { ...labeling, action: "submit", to: "LABELED" },
  { ...labeling, action: "save", to: "LABELING_IN_PROGRESS", condition: "enableSaveButton" },
  { ...labeling, action: "skip", to: "SKIPPED", condition: "enableSkipLabeling" },
  { ...reviewing, action: "accept", to: "REVIEWED" },
  { ...reviewing, action: "reject", to: "REJECTED" },
  { ...reviewing, action: "save", to: "REVIEWING_IN_PROGRESS", condition: "enableSaveButton" },
  { ...reviewing, action: "skip", to: "SKIPPED", condition: "enableSkipReviewing" },
  {
    action: "verify",
    queue: null,
    who: "manager",
    from: ["REVIEWED"],
    to: "VERIFIED",
    condition: "enableLabelStatusVerified",
  },
]

/** The transition of an action in a queue. */
export const findTransition = (queue: QueueName, action: Transition["action"]): Transition | undefined =>
  transitions.find((row) => row.queue === queue && row.action === action)

/** The transitions to a status. */
export const listTransitionsTo = (status: LabelStatus): ReadonlyArray<Transition> =>
  transitions.filter((row) => row.to === status)

/** The conditions by their names in the API. */
const settingNames = {
  enablePrelabeling: "enable_prelabeling",
  enableSaveButton: "enable_save_button",
  enableSkipLabeling: "enable_skip_labeling",
  enableSkipReviewing: "enable_skip_reviewing",
  enableLabelStatusVerified: "enable_label_status_verified",
} as const

/** The name of the dataset's setting that has switched the action off; undefined: none has. */
export const findDisabledSetting = (row: Transition, settings: DatasetSettings): Conflict["setting"] =>
  row.condition === undefined || settings[row.condition] ? undefined : settingNames[row.condition]

/** Whether the transition is allowed from this status, under these settings. */
export const isOpen = (row: Transition, from: FromStatus, settings: DatasetSettings): boolean =>
  row.from.includes(from) && (row.condition === undefined || settings[row.condition])
