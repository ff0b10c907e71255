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
  /** Stores a draft, and removes those that it replaces, unless they were stored again since. */
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
  /** The keys of drafts that earlier versions of the console have stored, without a time. */
  const untimed = new Set<string>()
  /** Runs requests. `isWhole`: none depends on the result of another. */
  const run = async <Result>(
    mode: IDBTransactionMode,
    request: (drafts: IDBObjectStore) => Result,
    isWhole = true,
  ): Promise<Result> => {
    const transaction = (await open()).transaction(table, mode, { durability: "relaxed" })
    return new Promise((resolve, reject) => {
      const result = request(transaction.objectStore(table))
      // Else the browser waits for the page, which is busy or may end, and a draft waits for whoever reads or removes before it.
      if (isWhole) transaction.commit()
      transaction.oncomplete = () => resolve(result)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  /** An older console in another tab stores again under the same key, so that the time has to be read first. */
  const removeUntimed = async (of: DraftPlace, versions: ReadonlyArray<DraftVersion>): Promise<void> => {
    const old = versions.filter((version) => untimed.has(formatPageKey(of, version)))
    if (old.length === 0) return
    const removeOld = (drafts: IDBObjectStore) => {
      for (const version of old) {
        const key = formatPageKey(of, version)
        const stored: IDBRequest<Draft | undefined> = drafts.get(key)
        stored.onsuccess = () => {
          if (stored.result !== undefined && stored.result.savedAt <= version.savedAt) drafts.delete(key)
        }
      }
    }
    await run("readwrite", removeOld, false)
  }
  const channel = openChannel()
  return {
    tab: readTab(),
    makePageName: makeName,
    list: async (of) => {
      const key = formatPlaceKey(of)
      const range = IDBKeyRange.bound(`${key}\n`, `${key}\n\uffff`)
      const [keys, former, others] = await run(
        "readonly",
        (drafts) =>
          [
            drafts.getAllKeys(range),
            drafts.get(key) as IDBRequest<Draft | undefined>,
            drafts.getAll(range) as IDBRequest<Array<Draft>>,
          ] as const,
      )
      if (former.result !== undefined) untimed.add(key)
      for (const stored of keys.result) if (isUntimed(String(stored), key)) untimed.add(String(stored))
      return former.result === undefined ? others.result : [former.result, ...others.result]
    },
    put: async (draft, replaced) => {
      await run("readwrite", (drafts) => {
        drafts.put(draft, formatVersionKey(draft))
        // The earlier states of this page, and what they all continue.
        const earlier = { page: draft.page ?? "", savedAt: draft.savedAt - 1 }
        removeVersions(drafts, draft, [earlier, ...replaced])
      })
      channel?.postMessage(draft.sample)
      await removeUntimed(draft, replaced)
    },
    remove: async (of, versions) => {
      await run("readwrite", (drafts) => removeVersions(drafts, of, versions))
      await removeUntimed(of, versions)
      channel?.postMessage(of.sample)
    },
    watch: (onChange) => {
      const notify = ({ data }: MessageEvent) => onChange(String(data))
      channel?.addEventListener("message", notify)
      return () => channel?.removeEventListener("message", notify)
    },
  }
}

/** The digits of a time in a key, so that keys sort as times do. */
const timeDigits = 16

/** The key of a state of a draft: with the time in it, states are removed by their keys alone, and nothing has to be read first. */
const formatVersionKey = (draft: DraftPlace & Pick<Draft, "page" | "savedAt">): string =>
  `${formatDraftKey(draft)}\n${formatTime(draft.savedAt)}`

const formatTime = (savedAt: number): string =>
  savedAt === Infinity ? "\uffff" : String(savedAt).padStart(timeDigits, "0")

/** Whether a key of a place has no time. */
const isUntimed = (key: string, place: string): boolean => !key.slice(place.length + 1).includes("\n")

const formatPageKey = (of: DraftPlace, { page }: DraftVersion): string =>
  formatDraftKey({ ...of, page: page === "" ? undefined : page })

/** Removes states of drafts, and the earlier ones of their pages. */
const removeVersions = (
  drafts: IDBObjectStore,
  of: DraftPlace,
  versions: ReadonlyArray<DraftVersion>,
): void => {
  // Drafts without a page have no time either.
  for (const version of versions.filter(({ page }) => page !== "")) {
    const key = formatPageKey(of, version)
    drafts.delete(IDBKeyRange.bound(`${key}\n`, `${key}\n${formatTime(version.savedAt)}`))
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
