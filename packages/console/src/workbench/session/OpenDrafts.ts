/** The drafts of the samples that a page opens. Several pages of a person each keep their own, and learn of those of the others. */

import { type Draft, type DraftPlace, type DraftVersion, decideDraft } from "../model/drafts/Draft.ts"
import { joinVersions, listOthers, selectDraft, toDraftVersion } from "../model/drafts/selectDraft.ts"
import { getWholeLabel } from "../model/editor/EditorState.ts"
import { print } from "../model/json/parse.ts"
import type { DraftStore } from "./DraftStore.ts"
import type { Working } from "./phases.ts"
import type { Work } from "./work.ts"

/** The time after which the drafts of other pages are read again that have changed, in milliseconds. */
const watchDelay = 500

/** A state of a draft, and the version of the label that it began from. */
export interface DraftPoint {
  readonly version: DraftVersion
  readonly etag: Draft["etag"]
}

/** The draft of a sample that this page has opened. */
interface OpenDraft {
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

  /** Finds the draft with which this page continues: its own, else the latest. */
  async find(work: Work): Promise<Draft | undefined> {
    const page = this.open.get(work.sample.uuid)?.place.page
    const { draft, replaced } = selectDraft(await this.store.list(this.makePlace(work)), {
      page,
      tab: this.store.tab,
    })
    this.begin(work, draft, replaced)
    return draft
  }

  /** Reads the newest state of a draft of another page, with which this one continues. */
  async take(work: Work, other: Draft): Promise<Draft | undefined> {
    const drafts = await this.store.list(this.makePlace(work))
    const draft = drafts.find(({ page }) => page === other.page)
    if (draft !== undefined) this.begin(work, draft, [toDraftVersion(draft)])
    return draft
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

  /** Removes the draft of this page, and those that it continues or has left aside. Those of other pages stay. */
  async remove(work: Work): Promise<void> {
    const { continues, left, place } = this.get(work)
    this.open.set(work.sample.uuid, { place, found: undefined, continues: [], left: [] })
    const own = { page: place.page, savedAt: Infinity }
    await this.store.remove(place, [own, ...continues, ...left])
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

  private begin(work: Work, draft: Draft | undefined, replaced: ReadonlyArray<DraftVersion>): void {
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

  private schedule(delay = 0): void {
    this.timer ??= setTimeout(() => void this.readOthers(), delay)
  }

  /** Shows the drafts of other pages that have edits which this page lacks. */
  private async readOthers(): Promise<void> {
    this.timer = undefined
    const work = this.work.present()?.work
    if (work === undefined) return
    const drafts = await this.list(work)
    const present = this.work.present()
    if (present === undefined || present.work.sample.uuid !== work.sample.uuid) return
    const { continues, place } = this.get(work)
    const others = listOthers(drafts, { page: place.page, continues }).filter((draft) =>
      hasOtherEdits(draft, present),
    )
    if (others.length > 0 || present.others.length > 0) this.work.change({ ...present, others })
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

/** Whether a draft says something else than the stored label and the screen do. */
const hasOtherEdits = (draft: Draft, { editor, rating, work: { label } }: Working): boolean => {
  const text = label?.attributes == null ? null : print(label.attributes)
  const stored = { etag: label?.version ?? null, rating: label?.rating ?? null, text }
  if (decideDraft(draft, stored) === "none") return false
  // The text names bitmaps and points by their revisions, which two pages count alike.
  const isText = draft.bitmaps === undefined && draft.points === undefined
  return !isText || draft.rating !== rating || draft.text !== print(getWholeLabel(editor.state))
}
