/** Accounts and keys. */
import {
  AccountRemoval,
  ApiKeys,
  Audit,
  accountJson,
  DeletedWork,
  EmbedTokens,
  type FieldsOf,
  InvalidInput,
  removalJson,
  Sessions,
  type User,
  Users,
  type UserView,
  userJson,
} from "@annotary/core/effect"
import { Effect, Redacted } from "effect"
import type { UsersApi } from "../api/groups/users.ts"
import type { NewKey } from "../api/payloads/account.ts"
import type { ListedAccount } from "../api/records/user.ts"
import { noContent } from "../transport/reply/reply.ts"
import { accounts, own } from "./accounts.ts"
import { created, list, tree } from "./answers.ts"
import { auditPage, auditReply } from "./auditPage.ts"
import { group } from "./group.ts"
import { apiKeyJson, embedTokenJson, sessionJson } from "./records.ts"
import { deletedWorkunitJson, workunitQuery } from "./workunits.ts"

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
      Effect.map(deletedWork.mine(workunitQuery(urlParams)), (found) => list(found, deletedWorkunitJson)),
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

const keyOf = ({ description, expires_at, scope }: typeof NewKey.Type) => ({
  description,
  expiresAt: expires_at,
  scope: scope && { readOnly: scope.read_only, dataset: scope.dataset, role: scope.role },
})

const shown = ({ details, user }: UserView) => userJson(user, details)

const listed = (user: User): FieldsOf<typeof ListedAccount> => ({
  ...accountJson(user, true),
  disabled_at: user.disabledAt,
  site_admin: user.siteAdmin,
})
