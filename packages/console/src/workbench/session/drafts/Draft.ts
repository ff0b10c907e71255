/** Drafts: unsaved work as it is kept in the browser, and what becomes of it when the sample is opened again. */
import type { PackedMask } from "../../documents/bitmap/TileMask.ts"
import type { PackedFrame } from "../../documents/points/pointIds.ts"
import type { ViewState } from "../../editor/viewState.ts"
import type { DraftChoices } from "./draftChoices.ts"

/** The bitmap of a frame that was painted. A label without frames has one at 0. */
export interface FrameBitmap {
  readonly frame: number
  readonly revision: number
  readonly mask: PackedMask
}

/** The label that a draft is of. */
export interface DraftPlace {
  /** Whose work it is. Drafts of others on the same browser are never shown. */
  readonly user: string
  readonly sample: string
  readonly labelset: string
}

/** The state of a draft: the page that stored it, and the time, which is later in each of its states. */
export interface DraftVersion {
  readonly page: string
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** The edits of a label beside the one on the screen, where a reviewer decides between several. */
export interface LabelDraft {
  /** The version of the label. */
  readonly etag: string | null
  readonly text: string
  readonly bitmaps?: ReadonlyArray<FrameBitmap> | undefined
  readonly points?: ReadonlyArray<PackedFrame> | undefined
  readonly choices?: DraftChoices | undefined
  /** Whether it keeps the choices alone: the label is as it is stored. */
  readonly isUnedited?: boolean | undefined
}

/** The work on one label, as text, so that every digit survives. */
export interface Draft extends DraftPlace {
  /** The page that keeps it, for each time that it opens the label; absent in drafts of earlier versions of the console. */
  readonly page?: string | undefined
  /** The tab of the page, which stays the same when the page is loaded again. */
  readonly tab?: string | undefined
  /** The drafts that it continues: what they have is in this one too, or was taken away in it. */
  readonly continues?: ReadonlyArray<DraftVersion> | undefined
  /** The version of the label that the work began from; null where there was no label. */
  readonly etag: string | null
  /** The attributes of the label, as JSON. */
  readonly text: string
  /** The bitmaps to which the text belongs, where objects are areas that were painted. */
  readonly bitmaps?: ReadonlyArray<FrameBitmap> | undefined
  /** The one bitmap of a draft that an earlier version of the console stored. */
  readonly bitmap?: Omit<FrameBitmap, "frame"> | undefined
  /** The ids of the points of painted frames, where objects are sets of points. */
  readonly points?: ReadonlyArray<PackedFrame> | undefined
  /** The choices between the versions of several people that led to the label. */
  readonly choices?: DraftChoices | undefined
  /** The edits of the other labels, where a reviewer decides between several. */
  readonly labels?: ReadonlyArray<LabelDraft> | undefined
  /** The rating that was chosen; null for none, absent where nobody has chosen one. */
  readonly rating?: number | null | undefined
  /** The state of the tools and of the list of objects. */
  readonly view?: ViewState | undefined
  /** Whether it keeps that state alone: nothing of the label was edited. */
  readonly isViewOnly?: boolean | undefined
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** The key of the drafts of earlier versions of the console. The parts cannot run together: none contains a line break. */
export const formatPlaceKey = ({ labelset, sample, user }: DraftPlace): string =>
  [user, sample, labelset].join("\n")

/** The key of a draft: each page has a separate one. */
export const formatDraftKey = (draft: DraftPlace & Pick<Draft, "page">): string =>
  draft.page === undefined ? formatPlaceKey(draft) : `${formatPlaceKey(draft)}\n${draft.page}`

/** The bitmaps of a draft. */
export const listBitmaps = ({
  bitmap,
  bitmaps,
}: Pick<Draft, "bitmap" | "bitmaps">): ReadonlyArray<FrameBitmap> =>
  bitmaps ?? (bitmap === undefined ? [] : [{ frame: 0, ...bitmap }])

/** Decides what to do with a draft of a label that was just loaded. */
export type DraftDecision =
  /** There is none, or it says what the label says. */
  | "none"
  /** The label is still the one that it began from: continue with it. */
  | "restore"
  /** The label was changed meanwhile: the person chooses. Nothing is discarded before. */
  | "compare"

/** Decides what to do with a draft. */
export const decideDraft = (
  draft: Pick<Draft, "etag" | "isViewOnly" | "rating" | "text"> | undefined,
  label: { readonly etag: string | null; readonly rating: number | null; readonly text: string | null },
): DraftDecision => {
  if (draft === undefined || draft.isViewOnly === true) return "none"
  // A rating alone is about the version that it was chosen for: somebody may have rated it since.
  if (draft.text === label.text)
    return draft.rating === undefined || draft.rating === label.rating || draft.etag !== label.etag
      ? "none"
      : "restore"
  return draft.etag === label.etag ? "restore" : "compare"
}
