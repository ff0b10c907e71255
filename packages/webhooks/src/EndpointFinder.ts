/**
 * Endpoints as they are stored, for the services of this package alone: with what is sealed in them. It is not exported, and
 * what the services answer is an endpoint without secrets.
 */
import { Effect, Option } from "effect"
import { type Account, AccountFinder } from "./AccountFinder.ts"
import { WebhookNotFound } from "./domain/errors.ts"
import type { EndpointId } from "./domain/ids.ts"
import { EndpointStore } from "./ports/EndpointStore.ts"

export class EndpointFinder extends Effect.Service<EndpointFinder>()("@annotary/webhooks/EndpointFinder", {
  effect: Effect.gen(function* () {
    const store = yield* EndpointStore
    const accounts = yield* AccountFinder

    /** One of the account's; inside a transaction nobody else changes it until that ends. Others are not found. */
    const find = (id: EndpointId, account: Account) =>
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
