/** Accounts, keys and organizations. */
import {
  AccountRemoval,
  ApiKeys,
  Audit,
  accountJson,
  DeletedWork,
  EmbedTokens,
  type FieldsOf,
  InvalidInput,
  type JsonTree,
  memberJson,
  Organizations,
  Quotas,
  removalJson,
  Sessions,
  type User,
  Users,
  type UserView,
  userJson,
} from "@annotary/core/effect"
import { Effect, Redacted } from "effect"
import type { OrganizationsApi, UsersApi } from "../api/groups/users.ts"
import type { NewKey } from "../api/payloads/account.ts"
import type { ListedAccount } from "../api/records/user.ts"
import { noContent, type Reply } from "../transport/reply/reply.ts"
import { type Address, created, list, nextPage, tree } from "./answers.ts"
import { auditPage, auditReply } from "./auditPage.ts"
import { deletedWorkunitJson, workunitPage } from "./deletedWork.ts"
import { group } from "./group.ts"
import { apiKeyJson, embedTokenJson, quotaJson, sessionJson } from "./records.ts"

export const users = Effect.gen(function* () {
  const service = yield* Users
  const keys = yield* ApiKeys
  const removal = yield* AccountRemoval
  const audit = yield* Audit
  const deletedWork = yield* DeletedWork
  const sessions = yield* Sessions
  const embedTokens = yield* EmbedTokens
  const newKey = (request: Parameters<typeof keys.create>[0]) =>
    Effect.map(keys.create(request), ({ apiKey, secret }) =>
      created(apiKeyJson(apiKey, Redacted.value(secret))),
    )
  return group<typeof UsersApi>({
    me: () => Effect.map(service.me(), (view) => tree(shown(view))),
    get: ({ path }) => Effect.map(service.get(path.username), (view) => tree(shown(view))),
    create: ({ payload: { is_organization, ...rest } }) =>
      Effect.map(service.create({ ...rest, isOrganization: is_organization }), (user) => created(own(user))),
    change: ({ path, payload: { disabled, email } }) =>
      disabled === undefined && email === undefined
        ? InvalidInput.at("", "must name disabled or email")
        : Effect.map(service.change(path.username, { disabled, email }), (user) => tree(own(user))),
    remove: ({ path, urlParams }) =>
      Effect.map(removal.remove(path.username, urlParams), (report) => tree(removalJson(report))),
    changeMe: ({ payload }) => Effect.map(service.setEmail(payload.email), (user) => tree(own(user))),
    list: ({ url, urlParams: { after, is_organization: isOrganization, per_page: limit, q: search } }) =>
      Effect.map(service.list({ after, limit, search, isOrganization }), (found) =>
        accounts(found, limit, url, listed),
      ),
    audit: ({ url, urlParams }) =>
      Effect.map(audit.mine(auditPage(urlParams)), (found) => auditReply(found, urlParams.per_page, url)),
    deletedWork: ({ urlParams }) =>
      Effect.map(deletedWork.mine(workunitPage(urlParams)), (found) => list(found, deletedWorkunitJson)),
    auditOfAll: ({ url, urlParams }) =>
      Effect.map(audit.ofAccounts(auditPage(urlParams)), (found) =>
        auditReply(found, urlParams.per_page, url),
      ),
    createKeyFor: ({ path, payload }) => newKey({ user: path.username, ...keyOf(payload) }),
    keys: () => Effect.map(keys.list(), (found) => list(found, (key) => apiKeyJson(key))),
    createKey: ({ payload }) => newKey(keyOf(payload)),
    rotateKey: ({ path, payload: { expires_at, overlap_seconds } }) =>
      Effect.map(
        keys.rotate(path.key, { expiresAt: expires_at, overlapSeconds: overlap_seconds }),
        ({ apiKey, secret }) => created(apiKeyJson(apiKey, Redacted.value(secret))),
      ),
    createEmbedToken: ({ payload: { expires_in, ...rest } }) =>
      Effect.map(embedTokens.create({ ...rest, expiresInSeconds: expires_in }), ({ secret, token }) =>
        created(embedTokenJson(token, Redacted.value(secret))),
      ),
    revokeKey: ({ path }) => Effect.as(keys.revoke(path.key), noContent),
    sessions: ({ actor }) =>
      Effect.map(sessions.list(), (found) =>
        list(found, (session) =>
          sessionJson(session, actor._tag === "Person" ? actor.session?.id : undefined),
        ),
      ),
    endSession: ({ path }) => Effect.as(sessions.end(path.session), noContent),
    webhooks: () => Effect.map(service.me(), (view) => tree(shown(view))),
    enableWebhooks: () => Effect.map(service.setWebhooks(true), (user) => tree(own(user))),
    disableWebhooks: () => Effect.as(service.setWebhooks(false), noContent),
  })
})

export const organizations = Effect.gen(function* () {
  const service = yield* Organizations
  const audit = yield* Audit
  const deletedWork = yield* DeletedWork
  const quotas = yield* Quotas
  return group<typeof OrganizationsApi>({
    create: ({ payload }) => Effect.map(service.create(payload), (user) => created(own(user))),
    join: ({ path, payload }) =>
      Effect.map(service.join(path.organization, payload.role), (member) => tree(memberJson(member, true))),
    list: ({ url, urlParams: { after, per_page: limit } }) =>
      Effect.map(service.list({ after, limit }), (found) => accounts(found, limit, url, own)),
    members: ({ path }) =>
      Effect.map(service.members(path.organization), (found) =>
        list(found, (member) => memberJson(member, true)),
      ),
    member: ({ path }) =>
      Effect.map(service.member(path.organization, path.username), (member) =>
        tree(memberJson(member, true)),
      ),
    putMember: ({ path, payload }) =>
      Effect.map(service.putMember(path.organization, path.username, payload.role), (member) =>
        tree(memberJson(member, true)),
      ),
    removeMember: ({ path }) => Effect.as(service.removeMember(path.organization, path.username), noContent),
    quota: ({ path }) => Effect.map(quotas.get(path.organization), (quota) => tree(quotaJson(quota))),
    changeQuota: ({ path, payload: { bytes, requests_per_minute, samples } }) =>
      Effect.map(
        quotas.change(path.organization, { samples, bytes, requestsPerMinute: requests_per_minute }),
        (quota) => tree(quotaJson(quota)),
      ),
    audit: ({ path, url, urlParams }) =>
      Effect.map(audit.ofOrganization(path.organization, auditPage(urlParams)), (found) =>
        auditReply(found, urlParams.per_page, url),
      ),
    deletedWork: ({ path, urlParams }) =>
      Effect.map(deletedWork.ofOrganization(path.organization, workunitPage(urlParams)), (found) =>
        list(found, deletedWorkunitJson),
      ),
  })
})

const keyOf = ({ description, expires_at, scope }: typeof NewKey.Type) => ({
  description,
  expiresAt: expires_at,
  scope: scope && { readOnly: scope.read_only, dataset: scope.dataset, role: scope.role },
})

const shown = ({ details, user }: UserView) => userJson(user, details)

/** A page of accounts. A full page has a link to the accounts after its last one. */
const accounts = (
  found: ReadonlyArray<User>,
  limit: number,
  url: Address,
  show: (user: User) => JsonTree,
): Reply => {
  const last = found.length < limit ? undefined : found.at(-1)
  return tree(found.map(show), { headers: nextPage(url, "after", last?.username) })
}

/** For callers who may see all fields. */
const own = (user: User) => userJson(user, { showEmail: true })

const listed = (user: User): FieldsOf<typeof ListedAccount> => ({
  ...accountJson(user, true),
  disabled_at: user.disabledAt,
  site_admin: user.siteAdmin,
})
