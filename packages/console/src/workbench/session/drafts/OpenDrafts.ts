/** The drafts of the samples that a page opens. Several pages of a person each keep their own, and learn of those of the others. */
import { getWholeLabel } from "../../editor/EditorState.ts"
import { print } from "../../editor/json/parse.ts"
import type { Working } from "../phases.ts"
import type { Work } from "../work.ts"
import { type Draft, type DraftPlace, type DraftVersion, decideDraft } from "./Draft.ts"
import type { DraftStore } from "./DraftStore.ts"
import { joinVersions, listOthers, selectDraft, toDraftVersion } from "./selectDraft.ts"

/** The time after which the drafts of other pages are read again that have changed, in milliseconds. */
const watchDelay = 2_000

/** A state of a draft, and the version of the label that it began from. */
export interface DraftPoint {
  readonly version: DraftVersion
  readonly etag: Draft["etag"]
}

/** The draft that was read for a sample, and the versions whose place the next one of this page takes. */
export interface FoundDraft {
  readonly draft: Draft | undefined
  readonly replaced: ReadonlyArray<DraftVersion>
}

/** The draft of a sample that this page has opened. */
export interface OpenDraft {
  /** The label, and the name of the page for the time that it is open. */
  readonly place: DraftPlace & { readonly page: string; readonly tab: string }
  /** The draft that was found. */
  readonly found: DraftPoint | undefined
  /** The drafts whose place that of this page takes. */
  readonly continues: ReadonlyArray<DraftVersion>
  /** Drafts that were left aside until the work is stored. */
  readonly left: ReadonlyArray<DraftVersion>
}

/** The work on the screen. */
interface PresentWork {
  readonly present: () => Working | undefined
  readonly change: (working: Working) => void
}

export class OpenDrafts {
  private readonly open = new Map<string, OpenDraft>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private stopWatching: (() => void) | undefined

  constructor(
    private readonly user: string,
    private readonly store: DraftStore,
    private readonly work: PresentWork,
  ) {}

  /** Finds the draft with which this page can continue: its own, else the latest. */
  async find(work: Work): Promise<FoundDraft> {
    const page = this.open.get(work.sample.uuid)?.place.page
    return selectDraft(await this.store.list(this.makePlace(work)), { page, tab: this.store.tab })
  }

  /** Reads the newest state of a draft of another page; undefined where it was removed. */
  async findOther(work: Work, other: Draft): Promise<FoundDraft | undefined> {
    const drafts = await this.store.list(this.makePlace(work))
    const draft = drafts.find(({ page }) => page === other.page)
    return draft && { draft, replaced: [toDraftVersion(draft)] }
  }

  /** Continues with the draft that was found, under a separate name. */
  begin(work: Work, { draft, replaced }: FoundDraft): void {
    this.open.set(work.sample.uuid, {
      ...this.makeOpenDraft(work),
      found: draft && { version: toDraftVersion(draft), etag: draft.etag },
      continues: joinVersions(replaced, draft),
    })
    this.stopWatching ??= this.store.watch((sample) => {
      if (sample === this.work.present()?.work.sample.uuid) this.schedule(watchDelay)
    })
    this.schedule()
  }

  get(work: Work): OpenDraft {
    const { uuid } = work.sample
    const open = this.open.get(uuid) ?? this.makeOpenDraft(work)
    this.open.set(uuid, open)
    return open
  }

  leave(work: Work, draft: Draft): void {
    const open = this.get(work)
    const version = toDraftVersion(draft)
    const continues = open.continues.filter(({ page }) => page !== version.page)
    this.open.set(work.sample.uuid, { ...open, found: undefined, continues, left: [...open.left, version] })
    this.schedule()
  }

  /** Removes a draft of this page, and those that it continues or has left aside. Those of other pages stay. */
  async remove(opened: OpenDraft): Promise<void> {
    const { continues, left, place } = opened
    if (this.open.get(place.sample) === opened)
      this.open.set(place.sample, { place, found: undefined, continues: [], left: [] })
    const own = { page: place.page, savedAt: Infinity }
    await this.store.remove(place, [own, ...continues, ...left])
    this.schedule()
  }

  /** Shows soon which drafts of other pages there are now. */
  schedule(delay = 0): void {
    // A page that was left shows nothing more.
    if (this.stopWatching !== undefined) this.timer ??= setTimeout(() => void this.readOthers(), delay)
  }

  /** A browser that cannot read its drafts must still be able to work. */
  list(work: Work): Promise<ReadonlyArray<Draft>> {
    return this.store.list(this.makePlace(work)).catch(() => [])
  }

  stop(): void {
    clearTimeout(this.timer)
    this.timer = undefined
    this.stopWatching?.()
    this.stopWatching = undefined
  }

  /** Shows the drafts of other pages that have edits which this page lacks. */
  private async readOthers(): Promise<void> {
    this.timer = undefined
    const work = this.work.present()?.work
    if (work === undefined) return
    const drafts = await this.list(work)
    const present = this.work.present()
    if (this.stopWatching === undefined || present?.work.sample.uuid !== work.sample.uuid) return
    const { continues, place } = this.get(work)
    const candidates = listOthers(drafts, { page: place.page, continues })
    const others = candidates.length === 0 ? [] : candidates.filter(makeEditsFilter(present))
    if (!isSameList(others, present.others)) this.work.change({ ...present, others })
  }

  private makeOpenDraft(work: Work): OpenDraft {
    const { makePageName, tab } = this.store
    const place = { ...this.makePlace(work), page: makePageName(), tab }
    return { place, found: undefined, continues: [], left: [] }
  }

  private makePlace(work: Work): DraftPlace {
    return { user: this.user, sample: work.sample.uuid, labelset: "ground-truth" }
  }
}

/** Makes the filter of the drafts that say something else than the stored label and the screen do. */
const makeEditsFilter = ({ editor, rating, work: { label } }: Working) => {
  const text = label?.attributes == null ? null : print(label.attributes)
  const stored = { etag: label?.version ?? null, rating: label?.rating ?? null, text }
  const shown = print(getWholeLabel(editor.state))
  return (draft: Draft): boolean => {
    if (decideDraft(draft, stored) === "none") return false
    // The text names bitmaps and points by their revisions, which two pages count alike.
    const isText = draft.bitmaps === undefined && draft.points === undefined
    return !isText || draft.rating !== rating || draft.text !== shown
  }
}

const isSameList = (drafts: ReadonlyArray<Draft>, before: ReadonlyArray<Draft>): boolean =>
  drafts.length === before.length &&
  drafts.every(({ page, savedAt }, index) => {
    const draft = before[index]
    return draft !== undefined && draft.page === page && draft.savedAt === savedAt
  })
