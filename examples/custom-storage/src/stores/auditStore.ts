/** AuditStore: rows that are inserted, never changed, and deleted by age. Their ids increase with time. */
import type { AuditEntry } from "@annotary/core"
import { AuditStore } from "@annotary/core/effect"
import type { Database } from "../Database.ts"
import { byId } from "../lookups.ts"

interface Page {
  readonly before: string | null
  readonly limit: number
}

const newest = (entries: ReadonlyArray<AuditEntry>, { before, limit }: Page): ReadonlyArray<AuditEntry> =>
  entries
    .filter(({ id }) => before === null || id < before)
    .sort((a, b) => byId(b, a))
    .slice(0, limit)

export const auditStore = ({ call, tables: { audit } }: Database) =>
  AuditStore.of({
    append: (entry) => call("AuditStore.append", () => audit.put(entry.id, entry)),
    ofDataset: (dataset, page) =>
      call("AuditStore.ofDataset", () => newest(audit.by("dataset", dataset), page)),
    ofAccount: (account, page) =>
      call("AuditStore.ofAccount", () => newest(audit.by("account", account), page)),
    ofAccounts: (page) =>
      call("AuditStore.ofAccounts", () =>
        newest(
          audit.all().filter(({ datasetId }) => datasetId === null),
          page,
        ),
      ),
    forget: (before, limit) =>
      call("AuditStore.forget", () => {
        const due = audit.all().filter(({ at }) => at < before)
        return due.slice(0, limit).filter(({ id }) => audit.delete(id)).length
      }),
    ofAccountAlone: (account, page) =>
      call("AuditStore.ofAccountAlone", () =>
        newest(
          audit.by("account", account).filter(({ datasetId }) => datasetId === null),
          page,
        ),
      ),
  })
