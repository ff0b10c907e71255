/**
 * Endpoints as they are stored, for the services of this package alone: with what is sealed in them. It is not exported, and
 * what the services answer is an endpoint without secrets.
 */
import { Effect, Option } from "effect"
import { WebhookNotFound } from "../domain/webhooks/errors.ts"
import type { EndpointId } from "../domain/webhooks/ids.ts"
import { AccountFinder, type WebhookAccount } from "./AccountFinder.ts"
import { EndpointStore } from "./EndpointStore.ts"

export class EndpointFinder extends Effect.Service<EndpointFinder>()("@annotary/core/EndpointFinder", {
  effect: Effect.gen(function* () {
    const store = yield* EndpointStore
    const accounts = yield* AccountFinder

    /** One of the account's; inside a transaction nobody else changes it until that ends. Others are not found. */
    const find = (id: EndpointId, account: WebhookAccount) =>
      Effect.gen(function* () {
        const { username } = yield* accounts.find(account)
        const found = yield* store.byId(id)
        if (Option.isNone(found) || found.value.owner !== username)
          return yield* new WebhookNotFound({ what: "endpoint" })
        return found.value
      })

    return { find }
  }),
}) {}
