/**
 * The loop that claims: as long as there is room and something due, one claim after the other, without waiting for what was
 * claimed before to end; then until it is woken, or something falls due, or a second is over.
 */
import { makeOutageLog, type Notifier, storageAway } from "@annotary/core/effect"
import { Effect, Option, Random } from "effect"
import type { EndpointId } from "../domain/ids.ts"
import { type Claimed, type ClaimedRequest, pacingMillis } from "../ports/claims.ts"
import type { Dispatch } from "./Dispatch.ts"
import { giveBack } from "./draining.ts"
import { type Room, roomBeside } from "./room.ts"

export const claiming = (
  dispatch: Dispatch,
  notifier: typeof Notifier.Service,
  worker: string,
): Effect.Effect<never> => {
  let after: EndpointId | null = null
  /** Claims in a row that found nothing, each soon after the one before. */
  let inVain = 0

  /** Uninterrupted, so that nothing is leased and forgotten. */
  const claim = Effect.suspend(() => {
    const room = roomBeside(dispatch.settings, dispatch.hands.size)
    if (room === undefined) return Effect.succeed<Found>("no room")
    const { leaseMillis } = dispatch.settings
    const asked = performance.now()
    return Effect.flatMap(dispatch.store.claim({ worker, leaseMillis, after, ...room }), (claimed) => {
      after = claimed.last
      if (claimed.requests.length > 0) inVain = 0
      takeUp(dispatch, claimed, asked)
      // Their owner may be told of them by webhook.
      if (claimed.parked.length > 0) dispatch.bell.ring()
      return Effect.zipRight(
        dispatch.report(claimed.parked),
        Effect.as(dispatch.stopping ? giveBack(dispatch) : Effect.void, foundBy(claimed, room)),
      )
    })
  }).pipe(Effect.uninterruptible)

  /** Whether somebody woke it before the time was over. */
  const woken = (millis: number): Effect.Effect<boolean> =>
    millis <= 0
      ? Effect.succeed(false)
      : Effect.raceFirst(
          Effect.as(Effect.raceFirst(notifier.wait("deliveries"), dispatch.bell.rung), true),
          Effect.as(Effect.sleep(millis), false),
        )

  /** In how many milliseconds something may be sent, as far as is known, or it is time to look anyway. */
  const untilDue = Effect.suspend(() => {
    const room = roomBeside(dispatch.settings, dispatch.hands.size)
    if (room === undefined || room.wellOnly) return Effect.succeed(0)
    return Effect.zipWith(dispatch.store.nextDue(room.inFlight), Random.nextRange(0.8, 1.2), (due, about) =>
      Math.min(
        Option.getOrElse(due, () => Infinity),
        dispatch.settings.pollMillis * about,
      ),
    )
  })

  /** Woken soon after the last search, it asks whether there is anything to claim before it claims: that costs half as much. */
  const restUntil = (due: number): Effect.Effect<void> =>
    Effect.suspend(() => {
      const began = performance.now()
      const rest = Math.min(longestRest, shortestRest * 2 ** inVain)
      return Effect.zipRight(
        Effect.sleep(rest),
        Effect.flatMap(woken(due - rest), (early) => {
          inVain = performance.now() - began < soonMillis ? inVain + 1 : 0
          if (!early || inVain === 0) return Effect.void
          return Effect.flatMap(untilDue, (next) => (next <= 0 ? Effect.void : restUntil(next)))
        }),
      )
    })

  const rest = (found: Found): Effect.Effect<void> => {
    switch (found) {
      case "more":
        return Effect.yieldNow()
      case "no room":
        return Effect.raceFirst(dispatch.bell.rung, Effect.sleep(dispatch.settings.pollMillis))
      case "some":
        return Effect.asVoid(woken(pacingMillis))
      default:
        return Effect.flatMap(untilDue, restUntil)
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
type Found = "more" | "some" | "no room" | "none"

const foundBy = ({ last, requests }: Claimed, { limit, wellOnly }: Room): Found => {
  if (requests.length >= limit || last !== null) return "more"
  // What is due to others than it asked for would make the next one due at once, again and again.
  return requests.length > 0 || wellOnly ? "some" : "none"
}

/**
 * After a claim that found nothing, in milliseconds, the longer the oftener. Where an endpoint hangs, all that happens wakes and
 * nothing can be claimed, and whoever writes in this process would wait for a search each time. Nor must what is due and cannot
 * be claimed be asked for without a pause. A wake-up meanwhile is kept: so late may a delivery be that comes among them.
 */
const shortestRest = 5
const longestRest = 100
const soonMillis = 200

export const takeUp = (dispatch: Dispatch, claimed: Omit<Claimed, "last">, asked: number): void => {
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

/** By which every process begins behind the places of a rate: until then it signs, and what made its claim slow is made up for. */
const leadMillis = 100

const heldOf = (request: ClaimedRequest, answered: number, clockOffset: number, validUntil: number) => ({
  request,
  startsAt: request.endpoint.rateLimit === null ? 0 : answered + request.startInMillis + leadMillis,
  clockOffset,
  validUntil,
  state: "waiting" as const,
})
