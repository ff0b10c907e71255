/** Renews the leases of all requests in flight. A lost request belongs to another process: it is not begun, and not sent to its end. */
import { storageUnavailable } from "@annotary/core/effect"
import { Effect, Schedule } from "effect"
import { monotonicMillis } from "../monotonic.ts"
import type { Dispatch } from "./Dispatch.ts"
import { countLost, showInFlight } from "./dispatchMetrics.ts"
import { giveBack } from "./draining.ts"

export const renewing = (dispatch: Dispatch): Effect.Effect<unknown> =>
  // Also gives back again what the storage did not take back before.
  Effect.zipRight(renew(dispatch), giveBack(dispatch, new Set())).pipe(
    Effect.catchAllCause((cause) =>
      // The claim loop reports an unavailable storage.
      storageUnavailable(cause) === undefined
        ? Effect.logWarning("Leases of webhook deliveries could not be renewed; retrying.", cause)
        : Effect.void,
    ),
    Effect.schedule(Schedule.spaced(dispatch.settings.renewMillis)),
  )

const renew = (dispatch: Dispatch): Effect.Effect<void> =>
  Effect.clockWith((clock) => {
    const requests = dispatch.inFlight.requests()
    if (requests.length === 0) return Effect.void
    const { leaseMillis } = dispatch.settings
    const asked = monotonicMillis(clock)
    return Effect.flatMap(dispatch.store.renew(requests, leaseMillis), (kept) => {
      let lost = 0
      for (const { token } of requests) {
        const request = dispatch.inFlight.byToken(token)
        if (request === undefined) continue
        if (kept.has(token)) {
          request.validUntil = asked + leaseMillis
          continue
        }
        // The result of a sent request is saved, and an unbegun one given back; the storage knows whether it still counts.
        if (request.state === "sent" || request.state === "returning") continue
        lost += 1
        if (request.state === "sending") dispatch.abandon(request)
        else dispatch.inFlight.remove(token)
      }
      if (lost === 0) return Effect.void
      dispatch.claimable.notify()
      return Effect.zipRight(
        countLost(lost),
        Effect.annotateLogs(Effect.logWarning("Leases of webhook deliveries were lost to other processes."), {
          requests: lost,
        }),
      )
    })
  })

/** Shows once a second what is in flight and what was sent. */
export const showing = ({ inFlight, sending }: Dispatch): Effect.Effect<unknown> =>
  Effect.repeat(
    Effect.suspend(() => Effect.zipRight(showInFlight(inFlight.sending, inFlight.size), sending.tally.show)),
    Schedule.spaced("1 second"),
  )
