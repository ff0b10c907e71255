/** Accounts of models. */
import { ApiKeys, Models, toModelJson, toModelVersionJson } from "@annotary/core/effect"
import { Effect } from "effect"
import type { ModelsApi } from "../api/groups/models.ts"
import { replyNewKey, toKeyRequest } from "./accounts.ts"
import { makeNextPageLink, replyCreated, replyJson, replyList } from "./answers.ts"
import { group } from "./group.ts"
import { toApiKeyJson } from "./records.ts"

export const models = Effect.gen(function* () {
  const service = yield* Models
  const keys = yield* ApiKeys
  return group<typeof ModelsApi>({
    create: ({ path, payload: { display_name: displayName, username } }) =>
      Effect.map(service.create(path.username, { username, displayName }), (model) =>
        replyCreated(toModelJson(model)),
      ),
    list: ({ path, url, urlParams: { after, per_page: limit } }) =>
      Effect.map(service.list(path.username, { after, limit }), (found) => {
        const last = found.length < limit ? undefined : found.at(-1)
        const headers = makeNextPageLink(url, "after", last?.account.username)
        return replyJson(found.map(toModelJson), { headers })
      }),
    get: ({ path }) => Effect.map(service.get(path.model), (model) => replyJson(toModelJson(model))),
    update: ({ path, payload: { disabled, display_name: displayName } }) =>
      Effect.map(service.update(path.model, { disabled, displayName }), (model) =>
        replyJson(toModelJson(model)),
      ),
    addVersion: ({ path, payload }) =>
      Effect.map(service.addVersion(path.model, payload), (version) =>
        replyCreated(toModelVersionJson(version)),
      ),
    keys: ({ path }) =>
      Effect.map(Effect.zipRight(service.get(path.model), keys.list(path.model)), (found) =>
        replyList(found, (key) => toApiKeyJson(key)),
      ),
    createKey: ({ path, payload }) =>
      Effect.map(keys.create({ user: path.model, ...toKeyRequest(payload) }), replyNewKey),
  })
})
