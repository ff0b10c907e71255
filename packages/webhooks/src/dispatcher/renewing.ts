/**
 * Renews the leases of all requests in flight. A request whose lease is lost belongs to another process: it is
 * not begun, and its sending is interrupted.
 */
import { findStorageFailure } from "@annotary/core/effect"
import { Effect, Schedule } from "effect"
import { readMonotonicMillis } from "../monotonic.ts"
import type { Dispatch } from "./Dispatch.ts"
import { countLost, showInFlight } from "./dispatchMetrics.ts"
import { giveBack } from "./draining.ts"

export const runRenewal = (dispatch: Dispatch): Effect.Effect<unknown> =>
  // Also retries giving back requests that the storage did not accept before.
  Effect.zipRight(renew(dispatch), giveBack(dispatch, new Set())).pipe(
    Effect.catchAllCause((cause) =>
      // The claim loop reports an unavailable storage.
      findStorageFailure(cause) === undefined
        ? Effect.logWarning("Leases of webhook deliveries could not be renewed; retrying.", cause)
        : Effect.void,
    ),
    Effect.schedule(Schedule.spaced(dispatch.settings.renewMillis)),
  )

const renew = (dispatch: Dispatch): Effect.Effect<void> =>
  Effect.clockWith((clock) => {
    const requests = dispatch.inFlight.listRequests()
    if (requests.length === 0) return Effect.void
    const { leaseMillis } = dispatch.settings
    const requestedAt = readMonotonicMillis(clock)
    return Effect.flatMap(dispatch.store.renew(requests, leaseMillis), (kept) => {
      let lost = 0
      for (const { token } of requests) {
        const request = dispatch.inFlight.findByToken(token)
        if (request === undefined) continue
        if (kept.has(token)) {
          request.validUntil = requestedAt + leaseMillis
          continue
        }
        // The storage decides whether the result of a sent request, or a returned request, still counts.
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

/** Publishes once a second the number of requests in flight and of requests sent. */
export const publishCounts = ({ inFlight, sending }: Dispatch): Effect.Effect<unknown> =>
  Effect.repeat(
    Effect.suspend(() => Effect.zipRight(showInFlight(inFlight.sending, inFlight.size), sending.tally.show)),
    Schedule.spaced("1 second"),
  )
