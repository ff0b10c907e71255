/** What a queue session works with. */
import type { Masks, MasksOrigin } from "../bitmap/Masks.ts"
import type { Family } from "../model/document/family.ts"
import type { Editor } from "../model/editor/Editor.ts"
import type { JsonObject } from "../model/json/value.ts"
import type { DraftStore } from "./DraftStore.ts"
import type { SessionEvent } from "./phases.ts"
import type { OpenPoints } from "./points.ts"
import type { WorkTimesStore } from "./WorkTimesStore.ts"
import type { Work, WorkAction, WorkDone } from "./work.ts"

/** What a session needs of the world. */
export interface SessionPorts {
  readonly claim: () => Promise<Work | undefined>
  readonly renew: (claim: string) => Promise<number>
  readonly giveBack: (claim: string) => Promise<void>
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

/** Who works on what. */
export interface SessionSetting {
  readonly user: string
  readonly dataset: JsonObject
  readonly family: Family
  /** Whether the person rates labels here: otherwise a rating of a draft is neither shown nor sent. */
  readonly rates: boolean
}
