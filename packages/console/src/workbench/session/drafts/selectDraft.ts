/** Selects the draft to open among those that several pages have stored for one label. */
import type { Draft, DraftVersion } from "./Draft.ts"

/** The page that opens a draft, and the drafts whose content it has. */
interface Opener {
  readonly page: string
  readonly continues: ReadonlyArray<DraftVersion>
}

/** The state of a draft in the store. */
export const toDraftVersion = ({ page = "", savedAt }: Pick<Draft, "page" | "savedAt">): DraftVersion => ({
  page,
  savedAt,
})

const hasVersion = (versions: ReadonlyArray<DraftVersion>, { page, savedAt }: DraftVersion): boolean =>
  versions.some((version) => version.page === page && version.savedAt >= savedAt)

/** Whether a version needs not be stored again: it or a later one of its page is stored, or a draft that continues it. */
export const isStored = (drafts: ReadonlyArray<Draft>, version: DraftVersion): boolean =>
  drafts.some(
    (draft) =>
      draft.isViewOnly !== true && hasVersion([toDraftVersion(draft), ...(draft.continues ?? [])], version),
  )

/** The drafts with edits that no other one continues. */
const listEdited = (drafts: ReadonlyArray<Draft>): ReadonlyArray<Draft> =>
  drafts.filter(
    (draft) =>
      draft.isViewOnly !== true &&
      !drafts.some((other) => other !== draft && hasVersion(other.continues ?? [], toDraftVersion(draft))),
  )

/**
 * Selects the draft that a page continues: its own, else the latest of its tab, else the latest of all. Tools alone are selected
 * where nothing was edited. `replaced` are the versions whose place the next draft takes: all but other edits.
 */
export const selectDraft = (
  drafts: ReadonlyArray<Draft>,
  opener: { readonly page: string | undefined; readonly tab: string },
): { readonly draft: Draft | undefined; readonly replaced: ReadonlyArray<DraftVersion> } => {
  const rank = ({ page, tab }: Draft) =>
    page !== undefined && page === opener.page ? 2 : tab === opener.tab ? 1 : 0
  const edited = listEdited(drafts)
  const [draft] = (edited.length === 0 ? drafts : edited).toSorted(
    (a, b) => rank(b) - rank(a) || b.savedAt - a.savedAt,
  )
  const replaced = drafts.filter((other) => other === draft || !edited.includes(other))
  return { draft, replaced: replaced.map(toDraftVersion) }
}

/** The drafts with edits that a page lacks, the latest first. */
export const listOthers = (drafts: ReadonlyArray<Draft>, { continues, page }: Opener): ReadonlyArray<Draft> =>
  listEdited(drafts)
    .filter((draft) => draft.page !== page && !hasVersion(continues, toDraftVersion(draft)))
    .toSorted((a, b) => b.savedAt - a.savedAt)

/** The versions that a draft continues which takes the place of others: one for each page. */
export const joinVersions = (
  replaced: ReadonlyArray<DraftVersion>,
  draft: Draft | undefined,
): ReadonlyArray<DraftVersion> => {
  const latest = new Map<string, number>()
  for (const { page, savedAt } of [...replaced, ...(draft?.continues ?? [])])
    latest.set(page, Math.max(savedAt, latest.get(page) ?? savedAt))
  return [...latest].map(([page, savedAt]) => ({ page, savedAt }))
}
