/** AuditStore in memory. */
import { HashMap, Option } from "effect"
import { type AuditFilter, type AuditPage, AuditStore } from "../access/AuditStore.ts"
import type { AuditEntry } from "../domain/Audit.ts"
import type { AuditId } from "../domain/Ids.ts"
import { nameKey } from "../domain/Names.ts"
import type { Database } from "./Database.ts"
import type { State } from "./State.ts"
import { cacheByKey, listKeys } from "./sorted.ts"

export const makeAuditStore = (db: Database): typeof AuditStore.Service =>
  AuditStore.of({
    append: (entry) =>
      db.write((state) => [undefined, { ...state, audit: HashMap.set(state.audit, entry.id, entry) }]),
    ofDataset: (dataset, page) =>
      db.read((state) => readAuditPage(state, page, (entry) => entry.datasetId === dataset)),
    ofAccount: (account, page) => db.read((state) => readAuditPage(state, page, isInScope(account))),
    ofAccounts: (page) => db.read((state) => readAuditPage(state, page, (entry) => entry.datasetId === null)),
    forget: (before, limit) => db.write((state) => forget(state, before, limit)),
    ofAccountAlone: (account, page) =>
      db.read((state) =>
        readAuditPage(state, page, (entry) => entry.datasetId === null && isInScope(account)(entry)),
      ),
  })

const forget = (state: State, before: AuditEntry["at"], limit: number): readonly [number, State] => {
  const oldEntries = [...HashMap.values(state.audit)].filter(({ at }) => at < before).slice(0, limit)
  const ids = oldEntries.map(({ id }) => id)
  return [ids.length, { ...state, audit: HashMap.removeMany(state.audit, ids) }]
}

const isInScope =
  (account: string) =>
  (entry: AuditEntry): boolean =>
    nameKey(entry.account) === nameKey(account)

const auditIds = cacheByKey(listKeys<AuditId, AuditEntry>)

const matchFilter = ({ account, action, by, since, until }: AuditFilter, entry: AuditEntry): boolean =>
  (action === undefined || entry.action === action || entry.action.startsWith(`${action}.`)) &&
  (by === undefined || (entry.by !== null && nameKey(entry.by) === nameKey(by))) &&
  (account === undefined || isInScope(account)(entry)) &&
  (since === undefined || entry.at >= since) &&
  (until === undefined || entry.at < until)

const readAuditPage = (
  state: State,
  { before, limit, ...filter }: AuditPage,
  matches: (entry: AuditEntry) => boolean,
): ReadonlyArray<AuditEntry> => {
  const page: Array<AuditEntry> = []
  for (const id of auditIds(state.audit).toReversed()) {
    if (page.length === limit) break
    const entry = Option.getOrUndefined(HashMap.get(state.audit, id))
    if (entry === undefined || (before !== null && id >= before)) continue
    if (matches(entry) && matchFilter(filter, entry)) page.push(entry)
  }
  return page
}
