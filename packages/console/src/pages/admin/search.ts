/** The search parameters of the pages for site admins. What an address cannot mean is left out. */
import type { Wire } from "../../api/client.ts"

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

type Input = Readonly<Record<string, unknown>>

const readText = (value: unknown): string | undefined => {
  // A number in an address stands for its digits.
  const textValue = typeof value === "number" ? String(value) : value
  return typeof textValue === "string" && textValue.trim() !== "" ? textValue.trim() : undefined
}

const readDay = (value: unknown): string | undefined => {
  const dayText = readText(value)
  return dayText !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(dayText) && !Number.isNaN(Date.parse(dayText))
    ? dayText
    : undefined
}

type Given<A> = { [Key in keyof A]?: Exclude<A[Key], undefined> }

/** The fields that are there. Cast: `fromEntries` forgets which key has which value. */
const omitUndefined = <A extends object>(fields: A): Given<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<A>

export const readUserSearch = ({ kind, q }: Input): UserSearch =>
  omitUndefined({
    q: readText(q)?.slice(0, 200),
    kind: (["person", "organization"] as const).find((one) => one === kind),
  })

export const readJobSearch = ({ status }: Input): JobSearch =>
  omitUndefined({ status: jobStatuses.find((one) => one === status) })

export const readAuditSearch = ({ account, action, by, from, to }: Input): AuditSearch =>
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
