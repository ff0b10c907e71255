/** Declares what a queue session works with. */
import type { Masks, MasksOrigin } from "../bitmap/Masks.ts"
import type { Family } from "../model/document/family.ts"
import type { Editor } from "../model/editor/Editor.ts"
import type { JsonObject } from "../model/json/value.ts"
import type { DraftStore } from "./DraftStore.ts"
import type { SessionEvent } from "./phases.ts"
import type { OpenPoints } from "./points.ts"
import type { Loss, Refusal } from "./reclaim.ts"
import type { WorkTimesStore } from "./WorkTimesStore.ts"
import type { QueueName, Work, WorkAction, WorkDone } from "./work.ts"

/** Declares what a session needs of the world. */
export interface SessionPorts {
  readonly claim: () => Promise<Work | undefined>
  /** Claims the sample again on which a claim has ended. */
  readonly claimAgain: (work: Work) => Promise<Refusal | Work>
  /** The reason why a claim has ended; undefined while it lasts. */
  readonly findLoss: (work: Work) => Promise<Loss | undefined>
  /** Reads the dataset with its present configuration. */
  readonly readDataset: () => Promise<JsonObject>
  readonly renew: (claim: string) => Promise<number>
  readonly finish: (claim: string, action: WorkAction, done: WorkDone) => Promise<JsonObject>
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
