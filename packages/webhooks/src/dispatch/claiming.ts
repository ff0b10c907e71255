/**
 * The loop that claims: as long as there is room and something due, one claim after the other, without waiting for what was
 * claimed before to end; then until it is woken, or something falls due, or a second is over.
 */
import { makeOutageLog, storageAway, type WakeUps } from "@annotary/core/effect"
import { Effect, Option, Random } from "effect"
import type { EndpointId } from "../domain/ids.ts"
import { type Claimed, type ClaimedRequest, pacingMillis } from "../ports/claims.ts"
import type { Dispatch } from "./Dispatch.ts"
import { giveBackUnbegun } from "./draining.ts"
import { tellExhausted } from "./operational.ts"

export const claiming = (
  dispatch: Dispatch,
  wakeUps: typeof WakeUps.Service,
  worker: string,
): Effect.Effect<never> => {
  let after: EndpointId | null = null

  /** Uninterrupted, so that nothing is leased and forgotten. */
  const claim = Effect.suspend(() => {
    const { ahead, capacity, claim: most, leaseMillis } = dispatch.settings
    const limit = Math.min(most, capacity - dispatch.hands.size)
    if (limit <= 0) return Effect.succeed<Found>("no room")
    const asked = performance.now()
    return Effect.flatMap(
      dispatch.store.claim({ worker, limit, leaseMillis, inFlight: ahead, after }),
      (claimed) => {
        after = claimed.last
        takeUp(dispatch, claimed, asked)
        const found: Found =
          claimed.requests.length >= limit || claimed.last !== null
            ? "more"
            : claimed.requests.length > 0
              ? "some"
              : "none"
        return Effect.zipRight(
          tellExhausted(claimed.parked),
          Effect.as(dispatch.stopping ? giveBackUnbegun(dispatch) : Effect.void, found),
        )
      },
    )
  }).pipe(Effect.uninterruptible)

  const woken = (millis: number) =>
    Effect.raceFirst(Effect.raceFirst(wakeUps.woken("deliveries"), dispatch.bell.rung), Effect.sleep(millis))
  const rest = (found: Found): Effect.Effect<void> => {
    switch (found) {
      case "more":
        return Effect.yieldNow()
      case "no room":
        return dispatch.bell.rung
      case "some":
        return woken(pacingMillis)
      case "none":
        return Effect.flatMap(dispatch.store.nextDue(dispatch.settings.ahead), (due) =>
          Effect.flatMap(Random.nextRange(0.8, 1.2), (about) => {
            const poll = dispatch.settings.pollMillis * about
            return woken(
              Math.min(
                poll,
                Math.max(
                  leastRest,
                  Option.getOrElse(due, () => poll),
                ),
              ),
            )
          }),
        )
    }
  }

  const outages = makeOutageLog("Webhook deliveries wait.")
  return Effect.suspend(() => (dispatch.stopping ? Effect.never : claim)).pipe(
    Effect.tap(() => outages.answered),
    Effect.flatMap(rest),
    Effect.catchAllCause((cause) => {
      const away = storageAway(cause)
      const told =
        away === undefined
          ? Effect.logError("Webhook deliveries cannot be claimed; it is tried again.", cause)
          : outages.failed(away)
      return Effect.zipRight(told, Effect.sleep(dispatch.settings.pollMillis))
    }),
    Effect.forever,
  )
}

/** What a claim found, and so how long to rest. */
type Found = "more" | "some" | "none" | "no room"

/** Something that is due and still cannot be claimed must not be asked for without a pause. */
const leastRest = 10

const takeUp = (dispatch: Dispatch, claimed: Claimed, asked: number): void => {
  const answered = performance.now()
  const clockOffset = claimed.at - Date.now()
  for (const request of claimed.requests) {
    const begins = dispatch.hands.take(
      heldOf(request, answered, clockOffset, asked + dispatch.settings.leaseMillis),
      dispatch.stopping,
    )
    if (begins !== undefined) dispatch.begin(begins)
  }
}

const heldOf = (request: ClaimedRequest, answered: number, clockOffset: number, validUntil: number) => ({
  request,
  startsAt: request.startInMillis > 0 ? answered + request.startInMillis : 0,
  clockOffset,
  validUntil,
  state: "waiting" as const,
})
