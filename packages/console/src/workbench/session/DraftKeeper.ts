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

/** The version of a draft: the sample, the version of its label, and the time when a page stored it. */
type DraftVersion = Pick<Draft, "etag" | "sample" | "savedAt">

/** The state that a page has stored in the draft. */
interface KeptState {
  readonly version: DraftVersion
  readonly editor: Editor
  readonly state: EditorState
  readonly rating: Working["rating"]
}

/** The work that is kept. */
interface KeptWork {
  readonly present: () => Working | undefined
  readonly change: (working: Working) => void
}

export class DraftKeeper {
  /** The editor whose tools and objects are in a draft. */
  private viewOf: Editor | undefined
  /** The state that this page has stored last. That of an editor before says nothing about the open one. */
  private kept: KeptState | undefined
  /** The draft that was found last. */
  private opened: DraftVersion | undefined
  /** The sample whose draft was removed last: a new object for each removal. */
  private removal: { readonly sample: string } | undefined
  private begunCount = 0
  /** The place of the last put in the order in which puts were begun. One that took longer does not replace a later one. */
  private lastPut: { readonly editor: Editor; readonly order: number } | undefined
  private timer: ReturnType<typeof setTimeout> | undefined

  constructor(
    private readonly user: string,
    private readonly ports: { readonly drafts: DraftStore; readonly now: () => number },
    private readonly work: KeptWork,
  ) {}

  async find(work: Work): Promise<Draft | undefined> {
    const draft = await this.read(work)
    this.opened = draft && { sample: draft.sample, etag: draft.etag, savedAt: draft.savedAt }
    return draft
  }

  remove(work: Work): Promise<void> {
    const sample = work.sample.uuid
    this.removal = { sample }
    // The removal can come after the next sample was opened.
    if (this.kept?.version.sample === sample) this.kept = undefined
    if (this.opened?.sample === sample) this.opened = undefined
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
    this.viewOf = working.editor
    const { rating, work } = working
    const { removal } = this
    this.begunCount += 1
    const put = { editor: working.editor, order: this.begunCount }
    const isRemoved = () => this.removal !== removal && this.removal?.sample === work.sample.uuid
    const isUnchanged = this.isUnchanged(working)
    const label = getWholeLabel(state)
    // Requested at once, so that they are those of this label.
    const points = working.points?.pack()
    const [bitmaps, stored] = await Promise.all([
      packBitmaps(working.masks, label),
      isUnchanged || isViewOnly ? this.read(work) : undefined,
    ])
    const isLate = this.lastPut?.editor === put.editor && this.lastPut.order > put.order
    const before = this.findLast(working)?.savedAt
    if (
      isLate ||
      isRemoved() ||
      (stored !== undefined && isNewer(stored, { before, isUnchanged, isViewOnly }))
    )
      return
    const version = { sample: work.sample.uuid, etag: readVersion(working), savedAt: this.ports.now() }
    this.lastPut = put
    await this.ports.drafts.put({
      ...this.makeKey(work),
      ...version,
      text: print(label),
      rating,
      view: readView(state),
      isViewOnly,
      ...(bitmaps.length === 0 ? {} : { bitmaps }),
      ...(points === undefined || points.length === 0 ? {} : { points }),
    })
    const present = this.work.present()
    if (isRemoved() || present?.editor !== working.editor) return
    if (this.lastPut === put) this.kept = { version, editor: working.editor, state, rating }
    if (!isViewOnly) this.work.change({ ...present, draft: "kept" })
  }

  /** Whether nothing has changed on this page since it stored or found the draft. */
  private isUnchanged(working: Working): boolean {
    const { draft, editor, initial, rating } = working
    const { state } = editor
    const last = this.findLast(working)
    if (last === undefined || last.etag !== readVersion(working)) return false
    const stored = this.kept?.editor === editor ? this.kept : undefined
    if (stored === undefined && draft !== "restored") return false
    const before = stored ?? { state: initial, rating }
    return (
      before.rating === rating &&
      before.state.history.past === state.history.past &&
      before.state.history.future === state.history.future &&
      getWholeLabel(before.state) === getWholeLabel(state) &&
      isSameView(state, before.state)
    )
  }

  /** The draft that this page has stored for the editor, or else found for its sample. */
  private findLast({ editor, work }: Working): DraftVersion | undefined {
    if (this.kept?.editor === editor) return this.kept.version
    return this.opened?.sample === work.sample.uuid ? this.opened : undefined
  }

  /** A browser that cannot read its drafts must still be able to work. */
  private read(work: Work): Promise<Draft | undefined> {
    return this.ports.drafts.find(this.makeKey(work)).catch(() => undefined)
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

/** The work that could replace a stored draft. */
interface Replacement {
  /** The time when this page stored or found the draft last; undefined where it has seen none. */
  readonly before: number | undefined
  readonly isUnchanged: boolean
  readonly isViewOnly: boolean
}

/**
 * Whether another page has stored a draft that this work must not replace. All pages share the draft, and each may have removed it
 * or stored a newer one since. Edits are never replaced by tools alone.
 */
const isNewer = (stored: Draft, { before = -Infinity, isUnchanged, isViewOnly }: Replacement): boolean => {
  const hasEdits = stored.isViewOnly !== true
  return isUnchanged
    ? stored.savedAt >= before && (hasEdits || isViewOnly)
    : isViewOnly && hasEdits && stored.savedAt > before
}
