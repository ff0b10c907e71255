/** What the store tells of a request after it has ended. */
import { type ClaimedRequest, DeliveryStore } from "@annotary/core/effect"
import { Effect } from "effect"
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
