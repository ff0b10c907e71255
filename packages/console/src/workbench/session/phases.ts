/** Declares what a queue session shows, and what it reports. */
import type { Masks } from "../bitmap/Masks.ts"
import type { PointDocument } from "../cloud/points/model/PointDocument.ts"
import type { ConfigurationChange } from "../model/attributes/compareConfigurations.ts"
import type { Draft } from "../model/drafts/Draft.ts"
import type { Editor } from "../model/editor/Editor.ts"
import type { EditorState } from "../model/editor/EditorState.ts"
import type { JsonObject } from "../model/json/value.ts"
import type { Loss, Refusal } from "./reclaim.ts"
import type { Work, WorkAction } from "./work.ts"

/** Reports what happens in a session: work that is stored, an empty queue, and failures. */
export type SessionEvent =
  | { readonly kind: "done"; readonly action: WorkAction; readonly sample: SessionSample }
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
  /** A draft of an older version of the label, until the person chooses. */
  readonly conflict: Draft | undefined
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
} as const

export const toSessionSample = ({ work: { sample } }: Working): SessionSample => ({
  uuid: sample.uuid,
  name: sample.name,
})
