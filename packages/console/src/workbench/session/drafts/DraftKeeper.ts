/** Keeps the work on the open sample as a draft: soon after each edit, and at once before it is sent or the page is hidden. */
import type { Editor } from "../../editor/Editor.ts"
import { type EditorState, getWholeLabel } from "../../editor/EditorState.ts"
import { print } from "../../editor/json/parse.ts"
import { isSameView, readView } from "../../editor/viewState.ts"
import { packBitmaps } from "../bitmaps.ts"
import { isEdited, type Working } from "../phases.ts"
import type { Work } from "../work.ts"
import type { Draft, DraftVersion } from "./Draft.ts"
import type { DraftStore } from "./DraftStore.ts"
import { packChoices } from "./draftChoices.ts"
import { type DraftPoint, type FoundDraft, type OpenDraft, OpenDrafts } from "./OpenDrafts.ts"
import { isStored } from "./selectDraft.ts"
import { startUrgentTimer } from "./startUrgentTimer.ts"

/** The time that an edit may wait until it is in the draft, in milliseconds. */
const draftDelay = 300

/** The state that a page has stored in the draft. */
interface KeptState extends DraftPoint {
  readonly editor: Editor
  readonly state: EditorState
  readonly rating: Working["rating"]
  readonly edits: Working["edits"]
}

/** The work that is kept. */
interface KeptWork {
  readonly present: () => Working | undefined
  readonly change: (working: Working) => void
}

export class DraftKeeper {
  /** The drafts that this page has opened, and those of other pages. */
  private readonly drafts: OpenDrafts
  /** The editor whose tools and objects are in a draft. */
  private viewOf: Editor | undefined
  /** The state that this page has stored last. That of an editor before says nothing about the open one. */
  private kept: KeptState | undefined
  /** The page whose draft was removed last: a new object for each removal. */
  private removal: { readonly page: string } | undefined
  /** The versions that drafts of this page continue, once they are removed: looking for them again would hold up the next draft. */
  private replaced: ReadonlyArray<DraftVersion> | undefined
  private begunCount = 0
  /** The place of the last put in the order in which puts were begun. One that took longer does not replace a later one. */
  private lastPut: { readonly editor: Editor; readonly order: number } | undefined
  private lastSavedAt = 0
  private cancelTimer: (() => void) | undefined

  constructor(
    user: string,
    private readonly ports: { readonly drafts: DraftStore; readonly now: () => number },
    private readonly work: KeptWork,
  ) {
    this.drafts = new OpenDrafts(user, ports.drafts, work)
  }

  /** Finds the draft with which this page can continue. */
  find(work: Work): Promise<FoundDraft> {
    return this.drafts.find(work)
  }

  /** Stores the present work, which stays a separate draft, and finds the newest state of a draft of another page. */
  async findOther(work: Work, other: Draft): Promise<FoundDraft | undefined> {
    await this.keep()
    const choice = await this.drafts.findOther(work, other)
    // It was sent, or another page continues it.
    if (choice === undefined) this.drafts.schedule()
    return choice
  }

  /** Continues with the draft that was found. The page keeps its own from then on. */
  begin(work: Work, found: FoundDraft): void {
    this.drafts.begin(work, found)
  }

  /** The draft of the sample that this page has opened, as it is now. */
  get(work: Work): OpenDraft {
    return this.drafts.get(work)
  }

  /** Leaves a draft aside that the page does not continue. It stays until the work is stored. */
  leave(work: Work, draft: Draft): void {
    this.drafts.leave(work, draft)
  }

  /** Removes a draft that was opened. The removal can come after the next sample was opened. */
  remove(opened: OpenDraft): Promise<void> {
    const { page } = opened.place
    this.removal = { page }
    if (this.kept?.version.page === page) this.kept = undefined
    return this.drafts.remove(opened)
  }

  /** Stores the draft after a moment. */
  schedule(): void {
    this.cancelTimer ??= startUrgentTimer(() => void this.keepOrReport(), draftDelay)
  }

  stop(): void {
    this.stopTimer()
    this.drafts.stop()
  }

  private stopTimer(): void {
    this.cancelTimer?.()
    this.cancelTimer = undefined
  }

  /** Stores the draft now. Work without an edit has one only for its tools and its list of objects. */
  async keep(): Promise<void> {
    this.stopTimer()
    const working = this.work.present()
    if (working === undefined || working.conflict !== undefined) return
    const state = working.editor.state
    const { future, past } = state.history
    const isUntouched = past === null && future === null && working.rating === undefined && !isEdited(working)
    const isViewOnly = isUntouched && working.draft === "none" && working.edits.length === 0
    if (isViewOnly && isSameView(state, working.initial) && this.viewOf !== working.editor) return
    this.viewOf = working.editor
    const { edits, rating, work } = working
    const { removal } = this
    this.begunCount += 1
    const put = { editor: working.editor, order: this.begunCount }
    const last = this.findUnchanged(working)
    const { continues, place } = this.drafts.get(work)
    const isRemoved = () => this.removal !== removal && this.removal?.page === place.page
    const label = getWholeLabel(state)
    // Requested at once, so that they are those of this label.
    const points = working.points?.pack()
    const [bitmaps, stored] = await Promise.all([
      packBitmaps(working.masks, label),
      last === undefined ? undefined : this.drafts.list(work),
    ])
    const isLate = this.lastPut?.editor === put.editor && this.lastPut.order > put.order
    if (isLate || isRemoved() || (last !== undefined && isStored(stored ?? [], last.version))) return
    // Two states of a draft never have the same time.
    this.lastSavedAt = Math.max(this.ports.now(), this.lastSavedAt + 1)
    const version = { page: place.page, savedAt: this.lastSavedAt }
    this.lastPut = put
    const etag = readVersion(working)
    await this.ports.drafts.put(
      {
        ...place,
        etag,
        savedAt: version.savedAt,
        continues,
        text: print(label),
        rating,
        view: readView(state),
        isViewOnly,
        ...packChoices(work, state.history),
        ...(edits.length === 0 ? {} : { labels: edits }),
        ...(bitmaps.length === 0 ? {} : { bitmaps }),
        ...(points === undefined || points.length === 0 ? {} : { points }),
      },
      this.replaced === continues ? [] : continues,
    )
    this.replaced = continues
    const present = this.work.present()
    if (isRemoved()) return
    // Another label was opened while this one was stored: the draft does not have it yet.
    if (present?.editor !== working.editor) return present === undefined ? undefined : this.schedule()
    if (this.lastPut === put) this.kept = { version, etag, editor: working.editor, state, rating, edits }
    if (!isViewOnly) this.work.change({ ...present, draft: "kept" })
  }

  /** The state of the draft that this page stored or found, where nothing has changed on it since. */
  private findUnchanged(working: Working): DraftPoint | undefined {
    const { draft, edits, editor, initial, rating } = working
    const { state } = editor
    const own = this.kept?.editor === editor ? this.kept : undefined
    const last = own ?? this.drafts.get(working.work).found
    if (last?.etag !== readVersion(working)) return undefined
    if (own === undefined && draft !== "restored") return undefined
    const before = own ?? { state: initial, rating, edits }
    const isUnchanged =
      before.rating === rating &&
      before.edits === edits &&
      before.state.history.past === state.history.past &&
      before.state.history.future === state.history.future &&
      getWholeLabel(before.state) === getWholeLabel(state) &&
      isSameView(state, before.state)
    return isUnchanged ? last : undefined
  }

  /** Stores the draft now. A browser that cannot is reported like any failure; the work itself goes on. */
  keepOrReport(): Promise<void> {
    return this.keep().catch((error: unknown) => {
      const present = this.work.present()
      if (present !== undefined) this.work.change({ ...present, error })
    })
  }
}

const readVersion = ({ work }: Working): Draft["etag"] => work.label?.version ?? null
