/** Accounts and keys. */
import {
  AccountRemoval,
  ApiKeys,
  Audit,
  DeletedWork,
  EmbedTokens,
  type FieldsOf,
  InvalidInput,
  Sessions,
  toAccountJson,
  toRemovalJson,
  toUserJson,
  type User,
  Users,
  type UserView,
} from "@annotary/core/effect"
import { Effect, Redacted } from "effect"
import type { UsersApi } from "../api/groups/users.ts"
import type { ListedAccount } from "../api/records/user.ts"
import { noContent } from "../transport/reply/reply.ts"
import { replyAccounts, replyNewKey, toKeyRequest, toOwnUserJson } from "./accounts.ts"
import { replyCreated, replyJson, replyList } from "./answers.ts"
import { replyAuditPage, toAuditPage } from "./auditPage.ts"
import { group } from "./group.ts"
import { embedTokenJson, toApiKeyJson, toSessionJson } from "./records.ts"
import { toDeletedWorkunitJson, toWorkunitQuery } from "./workunits.ts"

export const users = Effect.gen(function* () {
  const service = yield* Users
  const keys = yield* ApiKeys
  const removal = yield* AccountRemoval
  const audit = yield* Audit
  const deletedWork = yield* DeletedWork
  const sessions = yield* Sessions
  const embedTokens = yield* EmbedTokens
  return group<typeof UsersApi>({
    me: () => Effect.map(service.me(), (view) => replyJson(toShownUserJson(view))),
    get: ({ path }) => Effect.map(service.get(path.username), (view) => replyJson(toShownUserJson(view))),
    create: ({ payload: { is_organization, ...rest } }) =>
      Effect.map(service.create({ ...rest, isOrganization: is_organization }), (user) =>
        replyCreated(toOwnUserJson(user)),
      ),
    change: ({ path, payload: { disabled, email } }) =>
      disabled === undefined && email === undefined
        ? InvalidInput.at("", "must name disabled or email")
        : Effect.map(service.change(path.username, { disabled, email }), (user) =>
            replyJson(toOwnUserJson(user)),
          ),
    remove: ({ path, urlParams }) =>
      Effect.map(removal.remove(path.username, urlParams), (report) => replyJson(toRemovalJson(report))),
    changeMe: ({ payload }) =>
      Effect.map(service.setEmail(payload.email), (user) => replyJson(toOwnUserJson(user))),
    list: ({ url, urlParams: { after, is_organization: isOrganization, per_page: limit, q: search } }) =>
      Effect.map(service.list({ after, limit, search, isOrganization }), (found) =>
        replyAccounts(found, limit, url, toListedAccountJson),
      ),
    audit: ({ url, urlParams }) =>
      Effect.map(audit.mine(toAuditPage(urlParams)), (found) =>
        replyAuditPage(found, urlParams.per_page, url),
      ),
    deletedWork: ({ urlParams }) =>
      Effect.map(deletedWork.mine(toWorkunitQuery(urlParams)), (found) =>
        replyList(found, toDeletedWorkunitJson),
      ),
    auditOfAll: ({ url, urlParams }) =>
      Effect.map(audit.ofAccounts(toAuditPage(urlParams)), (found) =>
        replyAuditPage(found, urlParams.per_page, url),
      ),
    createKeyFor: ({ path, payload }) =>
      Effect.map(keys.create({ user: path.username, ...toKeyRequest(payload) }), replyNewKey),
    keys: () => Effect.map(keys.list(), (found) => replyList(found, (key) => toApiKeyJson(key))),
    createKey: ({ payload }) => Effect.map(keys.create(toKeyRequest(payload)), replyNewKey),
    rotateKey: ({ path, payload: { expires_at, overlap_seconds } }) =>
      Effect.map(
        keys.rotate(path.key, { expiresAt: expires_at, overlapSeconds: overlap_seconds }),
        replyNewKey,
      ),
    createEmbedToken: ({ payload: { expires_in, ...rest } }) =>
      Effect.map(embedTokens.create({ ...rest, expiresInSeconds: expires_in }), ({ secret, token }) =>
        replyCreated(embedTokenJson(token, Redacted.value(secret))),
      ),
    revokeKey: ({ path }) => Effect.as(keys.revoke(path.key), noContent),
    sessions: ({ actor }) =>
      Effect.map(sessions.list(), (found) =>
        replyList(found, (session) =>
          toSessionJson(session, actor._tag === "Person" ? actor.session?.id : undefined),
        ),
      ),
    endSession: ({ path }) => Effect.as(sessions.end(path.session), noContent),
    webhooks: () => Effect.map(service.me(), (view) => replyJson(toShownUserJson(view))),
    enableWebhooks: () => Effect.map(service.setWebhooks(true), (user) => replyJson(toOwnUserJson(user))),
    disableWebhooks: () => Effect.as(service.setWebhooks(false), noContent),
  })
})

const toShownUserJson = ({ details, user }: UserView) => toUserJson(user, details)

const toListedAccountJson = (user: User): FieldsOf<typeof ListedAccount> => ({
  ...toAccountJson(user, true),
  disabled_at: user.disabledAt,
  site_admin: user.siteAdmin,
  model_of: user.modelOf,
})
