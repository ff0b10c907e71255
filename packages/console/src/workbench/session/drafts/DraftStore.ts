/** Keeps drafts in the browser's IndexedDB, where they outlive the page, its session and the server. */
import { type Draft, type DraftPlace, type DraftVersion, formatDraftKey, formatPlaceKey } from "./Draft.ts"

/** Keeps the drafts. */
export interface DraftStore {
  /** The tab of this page. Loaded again, it has the same name. */
  readonly tab: string
  /** Makes the name of a page that opens a label. */
  readonly makePageName: () => string
  /** The drafts of a label by all pages. */
  readonly list: (of: DraftPlace) => Promise<ReadonlyArray<Draft>>
  /** Stores a draft, and soon removes those that it replaces, unless they were stored again since. */
  readonly put: (draft: Draft, replaced: ReadonlyArray<DraftVersion>) => Promise<void>
  /** Removes drafts of a label, unless they were stored again since. */
  readonly remove: (of: DraftPlace, versions: ReadonlyArray<DraftVersion>) => Promise<void>
  /** Calls back after another page has stored or removed drafts of a sample, until the returned function is called. */
  readonly watch: (onChange: (sample: string) => void) => () => void
}

const database = "annotary"
const table = "drafts"

/** The drafts of this browser. */
export const makeDraftStore = (): DraftStore => {
  let opening: Promise<IDBDatabase> | undefined
  const open = () => {
    // After a failure, such as a full disk, the next use opens anew.
    opening ??= openDatabase().catch((error: unknown) => {
      opening = undefined
      throw error
    })
    return opening
  }
  const run = async <Result>(
    mode: IDBTransactionMode,
    request: (drafts: IDBObjectStore) => Result,
  ): Promise<Result> => {
    const transaction = (await open()).transaction(table, mode, { durability: "relaxed" })
    return new Promise((resolve, reject) => {
      const result = request(transaction.objectStore(table))
      transaction.oncomplete = () => resolve(result)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  const channel = openChannel()
  return {
    tab: readTab(),
    makePageName: makeName,
    list: async (of) => {
      const key = formatPlaceKey(of)
      const [former, others] = await run("readonly", (drafts) => [
        drafts.get(key) as IDBRequest<Draft | undefined>,
        drafts.getAll(IDBKeyRange.bound(`${key}\n`, `${key}\n\uffff`)) as IDBRequest<Array<Draft>>,
      ])
      return former.result === undefined ? others.result : [former.result, ...others.result]
    },
    put: async (draft, replaced) => {
      await run("readwrite", (drafts) => {
        drafts.put(draft, formatDraftKey(draft))
        // Else the browser waits for the page, which is busy or may end, until it stores the draft.
        drafts.transaction.commit()
      })
      channel?.postMessage(draft.sample)
      if (replaced.length === 0) return
      // It reads, and while a busy page has no time for what it read, the next draft would wait. The draft continues them: none is offered.
      runWhenIdle(
        () => void run("readwrite", (drafts) => removeVersions(drafts, draft, replaced)).catch(() => {}),
      )
    },
    remove: async (of, versions) => {
      await run("readwrite", (drafts) => removeVersions(drafts, of, versions))
      channel?.postMessage(of.sample)
    },
    watch: (onChange) => {
      const notify = ({ data }: MessageEvent) => onChange(String(data))
      channel?.addEventListener("message", notify)
      return () => channel?.removeEventListener("message", notify)
    },
  }
}

/** Runs something when the page has nothing else to do, or after two seconds in browsers that do not say when. */
const runWhenIdle = (run: () => void): void => {
  if ("requestIdleCallback" in globalThis) requestIdleCallback(run)
  else setTimeout(run, 2_000)
}

const removeVersions = (
  drafts: IDBObjectStore,
  of: DraftPlace,
  versions: ReadonlyArray<DraftVersion>,
): void => {
  for (const { page, savedAt } of versions) {
    const key = formatDraftKey({ ...of, page: page === "" ? undefined : page })
    const stored: IDBRequest<Draft | undefined> = drafts.get(key)
    stored.onsuccess = () => {
      if (stored.result !== undefined && stored.result.savedAt <= savedAt) drafts.delete(key)
    }
  }
}

/** An origin without storage has no channel either. */
const openChannel = (): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel("annotary.drafts")
  } catch {
    return undefined
  }
}

/** A name that no other page has. Pages without TLS have no `randomUUID`. */
const makeName = (): string => crypto.getRandomValues(new Uint32Array(4)).join("-")

/** The name of the tab. A tab that is duplicated has the name of the first: both are offered its drafts first. */
const readTab = (): string => {
  const key = "annotary.tab"
  const name = makeName()
  try {
    const stored = sessionStorage.getItem(key)
    if (stored === null) sessionStorage.setItem(key, name)
    return stored ?? name
  } catch {
    return name
  }
}

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(table)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
