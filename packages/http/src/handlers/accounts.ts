/** Accounts and API keys in requests and answers. */
import { type JsonTree, type ShownApiKey, toUserJson, type User } from "@annotary/core/effect"
import { Redacted } from "effect"
import type { NewKey } from "../api/payloads/account.ts"
import type { Reply } from "../transport/reply/reply.ts"
import { type Address, makeNextPageLink, replyCreated, replyJson } from "./answers.ts"
import { toApiKeyJson } from "./records.ts"

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

/** A new key with its secret, which no other answer has. */
export const replyNewKey = ({
  apiKey,
  secret,
}: {
  readonly apiKey: ShownApiKey
  readonly secret: Redacted.Redacted
}): Reply => replyCreated(toApiKeyJson(apiKey, Redacted.value(secret)))

/** A new key as the service takes it. */
export const toKeyRequest = ({ description, expires_at, scope }: typeof NewKey.Type) => ({
  description,
  expiresAt: expires_at,
  scope: scope && { readOnly: scope.read_only, dataset: scope.dataset, role: scope.role },
})
