/** What the store tells of a request after it has ended. */
import { Effect } from "effect"
import type { ClaimedRequest } from "../ports/claims.ts"
import { DeliveryStore } from "../ports/DeliveryStore.ts"
import { listed } from "./fixtures.ts"

export const stateOf = (request: ClaimedRequest) =>
  Effect.map(listed(request.endpoint), (all) =>
    all.find(({ id }) => id === request.deliveries[0]?.delivery.id),
  )

export const attemptsOf = (request: ClaimedRequest) =>
  Effect.gen(function* () {
    const delivery = request.deliveries[0]?.delivery
    if (delivery === undefined) return []
    return yield* (yield* DeliveryStore).attempts(delivery, { before: null, limit: 100 })
  })
