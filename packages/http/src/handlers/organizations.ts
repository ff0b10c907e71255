/** Organizations, their members and their quotas. */
import { Audit, DeletedWork, Organizations, Quotas, toMemberJson } from "@annotary/core/effect"
import { Effect } from "effect"
import type { OrganizationsApi } from "../api/groups/organizations.ts"
import { noContent } from "../transport/reply/reply.ts"
import { replyAccounts, toOwnUserJson } from "./accounts.ts"
import { replyCreated, replyJson, replyList } from "./answers.ts"
import { replyAuditPage, toAuditPage } from "./auditPage.ts"
import { group } from "./group.ts"
import { toQuotaJson } from "./records.ts"
import { toDeletedWorkunitJson, toWorkunitQuery } from "./workunits.ts"

export const organizations = Effect.gen(function* () {
  const service = yield* Organizations
  const audit = yield* Audit
  const deletedWork = yield* DeletedWork
  const quotas = yield* Quotas
  return group<typeof OrganizationsApi>({
    create: ({ payload }) => Effect.map(service.create(payload), (user) => replyCreated(toOwnUserJson(user))),
    join: ({ path, payload }) =>
      Effect.map(service.join(path.organization, payload.role), (member) =>
        replyJson(toMemberJson(member, true)),
      ),
    list: ({ url, urlParams: { after, per_page: limit } }) =>
      Effect.map(service.list({ after, limit }), (found) => replyAccounts(found, limit, url, toOwnUserJson)),
    members: ({ path }) =>
      Effect.map(service.members(path.organization), (found) =>
        replyList(found, (member) => toMemberJson(member, true)),
      ),
    member: ({ path }) =>
      Effect.map(service.member(path.organization, path.username), (member) =>
        replyJson(toMemberJson(member, true)),
      ),
    putMember: ({ path, payload }) =>
      Effect.map(service.putMember(path.organization, path.username, payload.role), (member) =>
        replyJson(toMemberJson(member, true)),
      ),
    removeMember: ({ path }) => Effect.as(service.removeMember(path.organization, path.username), noContent),
    quota: ({ path }) => Effect.map(quotas.get(path.organization), (quota) => replyJson(toQuotaJson(quota))),
    changeQuota: ({ path, payload: { bytes, requests_per_minute, samples } }) =>
      Effect.map(
        quotas.change(path.organization, { samples, bytes, requestsPerMinute: requests_per_minute }),
        (quota) => replyJson(toQuotaJson(quota)),
      ),
    audit: ({ path, url, urlParams }) =>
      Effect.map(audit.ofOrganization(path.organization, toAuditPage(urlParams)), (found) =>
        replyAuditPage(found, urlParams.per_page, url),
      ),
    deletedWork: ({ path, urlParams }) =>
      Effect.map(deletedWork.ofOrganization(path.organization, toWorkunitQuery(urlParams)), (found) =>
        replyList(found, toDeletedWorkunitJson),
      ),
  })
})
