/** AuditStore: rows that are inserted, never changed, and deleted by age. Their ids increase with time. */
import { type AuditEntry, nameKey } from "@annotary/core"
import { type AuditFilter, type AuditPage, AuditStore } from "@annotary/core/effect"
import type { Database } from "../Database.ts"
import { byId } from "../lookups.ts"

const newest = (
  entries: ReadonlyArray<AuditEntry>,
  { before, limit, ...filter }: AuditPage,
): ReadonlyArray<AuditEntry> =>
  entries
    .filter((entry) => (before === null || entry.id < before) && selects(filter, entry))
    .sort((a, b) => byId(b, a))
    .slice(0, limit)

const selects = ({ account, action, by, since, until }: AuditFilter, entry: AuditEntry): boolean =>
  (action === undefined || entry.action === action || entry.action.startsWith(`${action}.`)) &&
  (by === undefined || (entry.by !== null && nameKey(entry.by) === nameKey(by))) &&
  (account === undefined || nameKey(entry.account) === nameKey(account)) &&
  (since === undefined || entry.at >= since) &&
  (until === undefined || entry.at < until)

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
