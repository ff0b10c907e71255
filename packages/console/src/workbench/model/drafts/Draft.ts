/** Drafts: unsaved work as it is kept in the browser, and what becomes of it when the sample is opened again. */
import type { PackedFrame } from "../../cloud/points/model/pointIds.ts"
import type { PackedMask } from "../bitmap/TileMask.ts"
import type { ViewState } from "../editor/viewState.ts"

/** The bitmap of a frame that was painted. A label without frames has one at 0. */
export interface FrameBitmap {
  readonly frame: number
  readonly revision: number
  readonly mask: PackedMask
}

/** The work on one label, as text, so that every digit survives. */
export interface Draft {
  /** Whose work it is. Drafts of others on the same browser are never shown. */
  readonly user: string
  readonly sample: string
  readonly labelset: string
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
  /** The rating that was chosen; null for none, absent where nobody has chosen one. */
  readonly rating?: number | null | undefined
  /** The state of the tools and of the list of objects. */
  readonly view?: ViewState | undefined
  /** Whether it keeps that state alone: nothing of the label was edited. */
  readonly isViewOnly?: boolean | undefined
  /** Milliseconds since 1970. */
  readonly savedAt: number
}

/** The key of a draft. The parts cannot run together: none contains a line break. */
export const formatDraftKey = ({
  labelset,
  sample,
  user,
}: Pick<Draft, "labelset" | "sample" | "user">): string => [user, sample, labelset].join("\n")

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
