/** Keeps the work on the open sample as a draft: soon after each edit, and at once before it is sent or the page is hidden. */

import type { Draft } from "../model/drafts/Draft.ts"
import type { Editor } from "../model/editor/Editor.ts"
import { type EditorState, getWholeLabel } from "../model/editor/EditorState.ts"
import { isSameView, readView } from "../model/editor/viewState.ts"
import { print } from "../model/json/parse.ts"

import { packBitmaps } from "./bitmaps.ts"
import type { DraftStore } from "./DraftStore.ts"
import type { Working } from "./phases.ts"
import type { Work } from "./work.ts"

/** The time that an edit may wait until it is in the draft, in milliseconds. */
const draftDelay = 500

/** The state that a page has stored in the draft. */
interface KeptState {
  readonly state: EditorState
  readonly rating: Working["rating"]
  readonly version: Draft["etag"]
}

/** The work that is kept. */
interface KeptWork {
  readonly present: () => Working | undefined
  readonly change: (working: Working) => void
}

export class DraftKeeper {
  /** The editor whose tools and objects are in a draft. */
  private viewOf: Editor | undefined
  /** The state that this page has kept. */
  private kept: KeptState | undefined
  /** The version of the label that the found draft is of. */
  private foundVersion: Draft["etag"] | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly user: string,
    private readonly ports: { readonly drafts: DraftStore; readonly now: () => number },
    private readonly work: KeptWork,
  ) {}

  /** A browser that cannot read its drafts must still be able to work. */
  async find(work: Work): Promise<Draft | undefined> {
    const draft = await this.ports.drafts.find(this.makeKey(work)).catch(() => undefined)
    this.foundVersion = draft?.etag
    return draft
  }

  remove(work: Work): Promise<void> {
    this.kept = undefined
    this.foundVersion = undefined
    return this.ports.drafts.remove(this.makeKey(work))
  }

  /** Stores the draft after a moment. */
  schedule(): void {
    this.timer ??= setTimeout(() => this.keepOrReport(), draftDelay)
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  /** Stores the draft now. Work without an edit has one only for its tools and its list of objects. */
  async keep(): Promise<void> {
    this.stop()
    const working = this.work.present()
    if (working === undefined || working.conflict !== undefined) return
    const state = working.editor.state
    const { future, past } = state.history
    const isUntouched = past === null && future === null && working.rating === undefined
    const isViewOnly = isUntouched && working.draft === "none"
    if (isViewOnly && isSameView(state, working.initial) && this.viewOf !== working.editor) return
    if (this.isKept(working)) return
    this.viewOf = working.editor
    const keptState = { state, rating: working.rating, version: readVersion(working) }
    const label = getWholeLabel(state)
    // Asked for at once, so that they are those of this label.
    const points = working.points?.pack()
    const bitmaps = await packBitmaps(working.masks, label)
    await this.ports.drafts.put({
      ...this.makeKey(working.work),
      etag: keptState.version,
      text: print(label),
      rating: working.rating,
      view: readView(state),
      isViewOnly,
      savedAt: this.ports.now(),
      ...(bitmaps.length === 0 ? {} : { bitmaps }),
      ...(points === undefined || points.length === 0 ? {} : { points }),
    })
    this.kept = keptState
    const present = this.work.present()
    if (present?.editor === working.editor && !isViewOnly) this.work.change({ ...present, draft: "kept" })
  }

  /** Whether nothing has changed on this page since it stored or found the draft. Another page may have stored a newer one. */
  private isKept(working: Working): boolean {
    const { draft, editor, initial, rating } = working
    const { state } = editor
    const version = readVersion(working)
    const isFound = draft === "restored" && this.foundVersion === version
    const before = this.kept ?? (isFound ? { state: initial, rating, version } : undefined)
    return (
      before !== undefined &&
      before.rating === rating &&
      before.version === version &&
      before.state.history.past === state.history.past &&
      before.state.history.future === state.history.future &&
      getWholeLabel(before.state) === getWholeLabel(state) &&
      isSameView(state, before.state)
    )
  }

  /** Stores the draft now. A browser that cannot is reported like any failure; the work itself goes on. */
  keepOrReport(): void {
    this.keep().catch((error: unknown) => {
      const present = this.work.present()
      if (present !== undefined) this.work.change({ ...present, error })
    })
  }

  private makeKey(work: Work): Pick<Draft, "labelset" | "sample" | "user"> {
    return { user: this.user, sample: work.sample.uuid, labelset: "ground-truth" }
  }
}

const readVersion = ({ work }: Working): Draft["etag"] => work.label?.version ?? null
