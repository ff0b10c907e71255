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

const text = (value: unknown): string | undefined => {
  // A number in an address stands for its digits.
  const found = typeof value === "number" ? String(value) : value
  return typeof found === "string" && found.trim() !== "" ? found.trim() : undefined
}

const day = (value: unknown): string | undefined => {
  const found = text(value)
  return found !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(found) && !Number.isNaN(Date.parse(found))
    ? found
    : undefined
}

type Given<A> = { [Key in keyof A]?: Exclude<A[Key], undefined> }

/** The fields that are there. Cast: `fromEntries` forgets which key has which value. */
const given = <A extends object>(fields: A): Given<A> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<A>

export const userSearch = ({ kind, q }: Input): UserSearch =>
  given({
    q: text(q)?.slice(0, 200),
    kind: (["person", "organization"] as const).find((one) => one === kind),
  })

export const jobSearch = ({ status }: Input): JobSearch =>
  given({ status: jobStatuses.find((one) => one === status) })

export const auditSearch = ({ account, action, by, from, to }: Input): AuditSearch =>
  given({
    action: text(action)?.slice(0, 100),
    by: text(by),
    account: text(account),
    from: day(from),
    to: day(to),
  })

/** The query of the API for these filters. */
export const auditQueryOf = ({ from, to, ...names }: AuditSearch) =>
  given({
    ...names,
    since: from === undefined ? undefined : new Date(`${from}T00:00:00`).toISOString(),
    until: to === undefined ? undefined : nextDay(to).toISOString(),
  })

const nextDay = (written: string): Date => {
  const found = new Date(`${written}T00:00:00`)
  found.setDate(found.getDate() + 1)
  return found
}
