import { Effect, Option } from "effect"
import type { EndpointId } from "../domain/Ids.ts"
import { WebhookNotFound } from "../domain/webhooks/errors.ts"
import { AccountFinder, type WebhookAccount } from "./AccountFinder.ts"
import { EndpointStore } from "./EndpointStore.ts"

/**
 * Finds stored endpoints, with their sealed secrets, for the services of this module. Services return endpoints
 * without secrets.
 */
export class EndpointFinder extends Effect.Service<EndpointFinder>()("@annotary/core/EndpointFinder", {
  effect: Effect.gen(function* () {
    const store = yield* EndpointStore
    const accounts = yield* AccountFinder

    /**
     * An endpoint of the account; others are not found. Inside a transaction it locks the endpoint until the
     * transaction ends.
     */
    const find = (id: EndpointId, account: WebhookAccount) =>
      Effect.gen(function* () {
        const { username } = yield* accounts.find(account)
        const endpoint = yield* store.byId(id)
        if (Option.isNone(endpoint) || endpoint.value.owner !== username)
          return yield* new WebhookNotFound({ what: "endpoint" })
        return endpoint.value
      })

    return { find }
  }),
}) {
  static readonly dependencies = [AccountFinder] as const
}
