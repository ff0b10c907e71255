/** The phases of a queue session, its reports, and its ports. */
import type { Masks, MasksOrigin } from "../documents/bitmap/Masks.ts"
import type { PointDocument } from "../documents/points/PointDocument.ts"
import type { Editor } from "../editor/Editor.ts"
import { type EditorState, getWholeLabel } from "../editor/EditorState.ts"
import { print } from "../editor/json/parse.ts"
import type { JsonObject } from "../editor/json/value.ts"
import type { ConfigurationChange } from "../editor/label/attributes/compareConfigurations.ts"
import type { Family } from "../editor/label/family.ts"
import type { Draft, LabelDraft } from "./drafts/Draft.ts"
import type { DraftStore } from "./drafts/DraftStore.ts"
import type { OpenPoints } from "./openEditor.ts"
import { findOpenLabel, isSkipped } from "./overlap.ts"
import type { Loss, Refusal } from "./reclaim.ts"
import type { WorkTimesStore } from "./WorkTimesStore.ts"
import type { ClaimedLabel, QueueName, StoredWork, Work, WorkAction, WorkDone } from "./work.ts"

/** Reports what happens in a session: work that is stored or taken back, an empty queue, and failures. */
export type SessionEvent =
  | { readonly kind: "done"; readonly action: WorkAction; readonly sample: SessionSample }
  | { readonly kind: "undone"; readonly action: "accept" | "submit"; readonly sample: SessionSample }
  | { readonly kind: "empty"; readonly sent: number }
  | { readonly kind: "failed"; readonly error: unknown; readonly sample: SessionSample | undefined }

export interface SessionSample {
  readonly uuid: string
  readonly name: string
}

export type Phase =
  | { readonly kind: "loading" }
  | { readonly kind: "empty" }
  | { readonly kind: "failed"; readonly error: unknown }
  | Working

/** Somebody works on a sample. */
export interface Working {
  readonly kind: "working"
  readonly work: Work
  readonly editor: Editor
  /** The state of the editor when the sample was opened. */
  readonly initial: EditorState
  /** The bitmaps, where objects are areas. */
  readonly masks: Masks | undefined
  /** The points, where objects are sets of them. */
  readonly points: PointDocument | undefined
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The action that is being sent. */
  readonly sending: WorkAction | undefined
  /** Why the last action failed. */
  readonly error: unknown
  /** The dataset as it was read last. */
  readonly dataset: JsonObject
  /** The differences of the configuration from the one that the page had before. */
  readonly changes: ReadonlyArray<ConfigurationChange>
  /** Why the claim has ended without the work being sent. */
  readonly lost: Loss | undefined
  /** Why the sample cannot be claimed again. */
  readonly refusal: Refusal | undefined
  /** Whether the sample is being claimed again. */
  readonly isClaiming: boolean
  /** Why the last try to claim the sample again failed. */
  readonly claimError: unknown
  /** Whether the claim is not renewed, because nobody has worked for long. */
  readonly idle: boolean
  readonly draft: "none" | "restored" | "kept"
  /** The rating that was chosen and is not stored yet; undefined where nobody has chosen one. */
  readonly rating: number | null | undefined
  /** The reason of a rejection that could not be stored; empty for none. */
  readonly comment: string
  /** The edits of the other labels, where a reviewer decides between several. */
  readonly edits: ReadonlyArray<LabelDraft>
  /** A draft of an older version of the label, until the person chooses. */
  readonly conflict: Draft | undefined
  /** Drafts of the person with edits that are not on this page: those of other tabs, and those that this tab has left. */
  readonly others: ReadonlyArray<Draft>
  /** Whether the page goes to another draft, or to work that is taken back. Until then nothing is edited, rated or sent. */
  readonly isSwitching: boolean
  /** Whether the draft to continue with was not there any more. */
  readonly isOtherGone: boolean
}

/** The state of a claim on which nothing has happened yet. */
export const newWork = {
  sending: undefined,
  error: undefined,
  lost: undefined,
  refusal: undefined,
  isClaiming: false,
  claimError: undefined,
  idle: false,
  others: [],
  isSwitching: false,
  isOtherGone: false,
} as const

/** Whether the work on the screen can be sent, or replaced by another draft. */
export const isReady = ({ conflict, isClaiming, isSwitching, lost, sending }: Working): boolean =>
  conflict === undefined && lost === undefined && sending === undefined && !isClaiming && !isSwitching

/** Whether the label on the screen differs from the one that is stored. */
export const isEdited = ({ draft, editor, initial, work }: Working): boolean => {
  const stored = work.label?.attributes
  const label = getWholeLabel(editor.state)
  return stored == null ? draft === "restored" || label !== initial.history.present : label !== stored
}

/** Whether the label on the screen can be accepted. One that its labeler skipped needs edits. */
export const canAccept = (working: Working): boolean => {
  const label = findOpenLabel(working.work)
  return label === undefined || !isSkipped(label) || isEdited(working)
}

/** Whether a person who has seen the one work has seen the other: an action on the one is meant for the other too. */
export const isSameWork = (a: Working, b: Working): boolean =>
  a.work.label?.version === b.work.label?.version &&
  a.rating === b.rating &&
  print(getWholeLabel(a.editor.state)) === print(getWholeLabel(b.editor.state))

export const toSessionSample = ({ work: { sample } }: Working): SessionSample => ({
  uuid: sample.uuid,
  name: sample.name,
})

/** The work after a save, with what has changed while it was sent. */
export const applyStored = (sent: Working, present: Working, label: ClaimedLabel): Working => {
  // Undefined means the rating that was stored before.
  const chosen = present.rating === undefined ? (sent.work.label?.rating ?? null) : present.rating
  const isStored = present.rating === sent.rating || chosen === label.rating
  return {
    ...present,
    work: { ...present.work, label },
    sending: undefined,
    error: undefined,
    draft: "none",
    rating: isStored ? undefined : chosen,
  }
}

/** The attributes to send: those of edited work, and of a label that does not exist yet. */
export const pickAttributesToSend = (
  { editor, points, work }: Working,
  action: WorkAction,
): JsonObject | undefined => {
  const label = getWholeLabel(editor.state)
  if (label === work.label?.attributes) return undefined
  const unlabeled = work.label?.attributes == null
  if (unlabeled && editor.state.history.past === null && action === "skip") return undefined
  return points === undefined ? label : points.fillLabel(label)
}

/** The text of the label on the screen, with the ids of its points. */
export const printLabel = ({ editor, points }: Working): string => {
  const label = getWholeLabel(editor.state)
  return print(points?.fillLabel(label) ?? label)
}

/** The calls and stores that a session uses. */
export interface SessionPorts {
  readonly claim: () => Promise<Work | undefined>
  /** Claims the sample again on which a claim has ended. */
  readonly claimAgain: (work: Work) => Promise<Refusal | Work>
  /** The reason why a claim has ended; undefined while it lasts. */
  readonly findLoss: (work: Work) => Promise<Loss | undefined>
  /** Reads the dataset with its present configuration. */
  readonly readDataset: () => Promise<JsonObject>
  readonly renew: (claim: string) => Promise<number>
  readonly finish: (claim: string, action: WorkAction, done: WorkDone) => Promise<StoredWork>
  /** Takes back the work that ended a claim. Returns the sample as it is claimed again; undefined where it is not. */
  readonly undo: (claim: string) => Promise<Work | undefined>
  readonly drafts: DraftStore
  /** Opens the bitmaps of a label whose objects are areas. */
  readonly openMasks: (editor: Editor, origin: MasksOrigin) => Masks
  /** Loads what opens the points of a label whose objects are sets of them. */
  readonly loadPoints: () => Promise<OpenPoints>
  /** Stores a bitmap, and returns its address. */
  readonly storeBitmap: (name: string, file: ArrayBuffer) => Promise<string>
  readonly workTimes: WorkTimesStore
  readonly now: () => number
  /** Reports what happened, such as to an application around. */
  readonly report?: (event: SessionEvent) => void
}

/** The person, the dataset and the queue of the session. */
export interface SessionSetting {
  readonly user: string
  readonly dataset: JsonObject
  readonly family: Family
  /** In a queue without ratings, a rating of a draft is neither shown nor sent. */
  readonly queue: QueueName
}
