/** Accounts in answers. */
import { type JsonTree, toUserJson, type User } from "@annotary/core/effect"
import type { Reply } from "../transport/reply/reply.ts"
import { type Address, makeNextPageLink, replyJson } from "./answers.ts"

/** A page of accounts. A full page has a link to the accounts after its last one. */
export const replyAccounts = (
  found: ReadonlyArray<User>,
  limit: number,
  url: Address,
  show: (user: User) => JsonTree,
): Reply => {
  const last = found.length < limit ? undefined : found.at(-1)
  return replyJson(found.map(show), { headers: makeNextPageLink(url, "after", last?.username) })
}

/** For callers who may see all fields. */
export const toOwnUserJson = (user: User) => toUserJson(user, { showEmail: true })
