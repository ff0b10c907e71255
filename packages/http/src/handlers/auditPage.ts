/** Pages of audit logs. */
import type { AuditEntry, AuditPage } from "@annotary/core/effect"
import type { AuditPaging } from "../api/parameters.ts"
import type { Reply } from "../transport/reply/reply.ts"
import { type Address, makeNextPageLink, replyJson } from "./answers.ts"
import { toAuditJson } from "./records.ts"

/** The page that a query asks for. */
export const toAuditPage = ({ before, per_page: limit, ...filter }: typeof AuditPaging.Type): AuditPage => ({
  before: before ?? null,
  limit,
  ...filter,
})

/** The entries of a page of this length. */
export const replyAuditPage = (found: ReadonlyArray<AuditEntry>, limit: number, url: Address): Reply => {
  const last = found.length < limit ? undefined : found.at(-1)
  return replyJson(found.map(toAuditJson), { headers: makeNextPageLink(url, "before", last?.id) })
}
