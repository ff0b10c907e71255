/** Keeps drafts in the browser's IndexedDB, where they outlive the page, its session and the server. */
import { type Draft, formatDraftKey } from "../model/drafts/Draft.ts"

/** Keeps the drafts. */
export interface DraftStore {
  readonly find: (of: Pick<Draft, "labelset" | "sample" | "user">) => Promise<Draft | undefined>
  readonly put: (draft: Draft) => Promise<void>
  readonly remove: (of: Pick<Draft, "labelset" | "sample" | "user">) => Promise<void>
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
    request: (drafts: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> => {
    const transaction = (await open()).transaction(table, mode, { durability: "relaxed" })
    return new Promise((resolve, reject) => {
      const pending = request(transaction.objectStore(table))
      transaction.oncomplete = () => resolve(pending.result)
      transaction.onabort = () => reject(transaction.error)
    })
  }
  return {
    find: (of) => run<Draft | undefined>("readonly", (drafts) => drafts.get(formatDraftKey(of))),
    put: async (draft) => {
      await run("readwrite", (drafts) => drafts.put(draft, formatDraftKey(draft)))
    },
    remove: async (of) => {
      await run("readwrite", (drafts) => drafts.delete(formatDraftKey(of)))
    },
  }
}

const openDatabase = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const opening = indexedDB.open(database, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(table)
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
