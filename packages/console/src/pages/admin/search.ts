/** The search parameters of the pages for site admins. What an address cannot mean is left out. */
import type { Wire } from "../../api/client.ts"
import { omitUndefined, readDay, readText, type SearchInput } from "../../ui/search.ts"

export interface UserSearch {
  readonly q?: string
  readonly kind?: "person" | "organization"
}

export const jobStatuses: ReadonlyArray<Wire<"JobStatus">> = ["PENDING", "RUNNING", "SUCCEEDED", "FAILED"]

export interface JobSearch {
  readonly status?: Wire<"JobStatus">
}

export interface AuditSearch {
  readonly action?: string
  readonly by?: string
  readonly account?: string
  /** Days of the browser's time zone, both inclusive. */
  readonly from?: string
  readonly to?: string
}

export const readUserSearch = ({ kind, q }: SearchInput): UserSearch =>
  omitUndefined({
    q: readText(q)?.slice(0, 200),
    kind: (["person", "organization"] as const).find((one) => one === kind),
  })

export const readJobSearch = ({ status }: SearchInput): JobSearch =>
  omitUndefined({ status: jobStatuses.find((one) => one === status) })

export const readAuditSearch = ({ account, action, by, from, to }: SearchInput): AuditSearch =>
  omitUndefined({
    action: readText(action)?.slice(0, 100),
    by: readText(by),
    account: readText(account),
    from: readDay(from),
    to: readDay(to),
  })

/** The query of the API for these filters. */
export const toAuditQuery = ({ from, to, ...names }: AuditSearch) =>
  omitUndefined({
    ...names,
    since: from === undefined ? undefined : new Date(`${from}T00:00:00`).toISOString(),
    until: to === undefined ? undefined : computeNextDay(to).toISOString(),
  })

const computeNextDay = (written: string): Date => {
  const start = new Date(`${written}T00:00:00`)
  start.setDate(start.getDate() + 1)
  return start
}
