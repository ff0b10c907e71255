/** The loop that keeps the leases of all that is in hand. What was lost meanwhile is another's: it is not begun, and not sent to its end. */
import { storageAway } from "@annotary/core/effect"
import { Effect } from "effect"
import type { Dispatch } from "./Dispatch.ts"
import { countLost, showHands } from "./dispatchMetrics.ts"
import { giveBack } from "./draining.ts"

export const renewing = (dispatch: Dispatch): Effect.Effect<never> =>
  Effect.sleep(dispatch.settings.renewMillis).pipe(
    Effect.zipRight(Effect.suspend(() => renew(dispatch))),
    // Those alone that could not be given back before.
    Effect.zipRight(giveBack(dispatch, new Set())),
    Effect.catchAllCause((cause) =>
      // Of a storage that is away tells who claims.
      storageAway(cause) === undefined
        ? Effect.logWarning("The leases of webhook deliveries were not renewed; it is tried again.", cause)
        : Effect.void,
    ),
    Effect.forever,
  )

const renew = (dispatch: Dispatch): Effect.Effect<void> => {
  const requests = dispatch.hands.requests()
  if (requests.length === 0) return Effect.void
  const { leaseMillis } = dispatch.settings
  const asked = performance.now()
  return Effect.flatMap(dispatch.store.renew(requests, leaseMillis), (kept) => {
    let lost = 0
    for (const { token } of requests) {
      const held = dispatch.hands.byToken(token)
      if (held === undefined) continue
      if (kept.has(token)) {
        held.validUntil = asked + leaseMillis
        continue
      }
      // What was sent meanwhile is told of all the same, and what is given back is; the storage knows whether it still counts.
      if (held.state === "sent" || held.state === "returning") continue
      lost += 1
      if (held.state === "sending") dispatch.abandon(held)
      else dispatch.hands.forget(token)
    }
    if (lost > 0) dispatch.bell.ring()
    return lost === 0
      ? Effect.void
      : Effect.zipRight(
          countLost(lost),
          Effect.logWarning(`The leases of ${lost} webhook deliveries were lost; other processes have them.`),
        )
  })
}

/** Shows once a second what is in hand and what was sent. */
export const showing = ({ hands, sending }: Dispatch): Effect.Effect<never> =>
  Effect.suspend(() => Effect.zipRight(showHands(hands.sending, hands.size), sending.tally.show)).pipe(
    Effect.zipRight(Effect.sleep(1000)),
    Effect.forever,
  )
