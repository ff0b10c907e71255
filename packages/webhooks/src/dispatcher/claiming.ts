/**
 * The claim loop. While there is capacity and something is due, it claims again and again without waiting for
 * earlier requests to end. Then it waits for a notification, for the next due delivery, or for the poll
 * interval.
 */
import {
  type Claimed,
  type ClaimedRequest,
  type EndpointId,
  findStorageFailure,
  makeOutageLog,
  type Notifier,
  pacingMillis,
} from "@annotary/core/effect"
import { type Clock, Effect, Option, Random, Schedule } from "effect"
import { readMonotonicMillis } from "../monotonic.ts"
import { type ClaimBudget, claimBudget } from "./claimBudget.ts"
import type { Dispatch } from "./Dispatch.ts"
import { giveBack } from "./draining.ts"
import type { InFlightRequest } from "./InFlightRequests.ts"

/**
 * Pauses after consecutive claims that found nothing. While an endpoint hangs, every event notifies although
 * nothing can be claimed; without pauses, writers in this process would wait for a search each time. A
 * notification during a pause is kept, so a delivery waits at most this long.
 */
const searchPauses = Schedule.exponential("5 millis").pipe(Schedule.either(Schedule.spaced("100 millis")))

/** A claim this much later than the previous one resets the pauses. */
const calmMillis = 200

export const runClaimLoop = (
  dispatch: Dispatch,
  notifier: typeof Notifier.Service,
  worker: string,
): Effect.Effect<never> =>
  Effect.flatMap(Schedule.driver(searchPauses), (pauses) => claimForever(dispatch, notifier, worker, pauses))

const claimForever = (
  dispatch: Dispatch,
  notifier: typeof Notifier.Service,
  worker: string,
  pauses: Schedule.ScheduleDriver<unknown>,
): Effect.Effect<never> => {
  const { leaseMillis, pollMillis } = dispatch.settings
  let after: EndpointId | null = null

  /** Uninterruptible, so that every lease is recorded. */
  const claim = Effect.clockWith((clock) => {
    // This claim finds whatever has been notified so far; another one at once would find nothing.
    dispatch.claimable.clear()
    const budget = claimBudget(dispatch.settings, dispatch.inFlight.size)
    if (budget === undefined) return Effect.succeed<Found>("no capacity")
    const requestedAt = readMonotonicMillis(clock)
    return Effect.flatMap(dispatch.store.claim({ worker, leaseMillis, after, ...budget }), (claimed) => {
      after = claimed.last
      begin(dispatch, claimed, clock, requestedAt)
      // Parked deliveries may have produced operational events, which are deliveries themselves.
      if (claimed.parked.length > 0) dispatch.claimable.notify()
      return (claimed.requests.length > 0 ? pauses.reset : Effect.void).pipe(
        Effect.zipRight(dispatch.report(claimed.parked)),
        Effect.zipRight(dispatch.stopping ? giveBack(dispatch) : Effect.void),
        Effect.as(describeClaim(claimed, budget)),
      )
    })
  }).pipe(dispatch.turn.withPermits(1), Effect.uninterruptible)

  /** Returns the reason for the end of a wait; `freed`: this process has saved results, or something else that only a claim can find out. */
  const waitForNotification = (millis: number): Effect.Effect<WaitEnd> =>
    millis <= 0
      ? Effect.succeed<WaitEnd>("late")
      : Effect.raceFirst(
          Effect.raceFirst(
            Effect.as(notifier.wait("deliveries"), "written" as const),
            Effect.as(dispatch.claimable.wait, "freed" as const),
          ),
          Effect.as(Effect.sleep(millis), "late" as const),
        )

  /** Milliseconds until a delivery is known to be due, at most one poll interval. */
  const untilDue = Effect.suspend(() => {
    const budget = claimBudget(dispatch.settings, dispatch.inFlight.size)
    if (budget === undefined || budget.wellOnly) return Effect.succeed(0)
    return Effect.zipWith(
      dispatch.store.nextDue(budget.inFlight),
      Random.nextRange(0.8, 1.2),
      (due, jitter) =>
        Math.min(
          Option.getOrElse(due, () => Infinity),
          pollMillis * jitter,
        ),
    )
  })

  /**
   * Waits until a delivery is due, or results are saved. After an event was written it queries the next due time before it
   * claims, which costs half as much.
   */
  const waitUntil = (due: number): Effect.Effect<void> =>
    Effect.clockWith((clock) => {
      const began = readMonotonicMillis(clock)
      const elapsed = () => readMonotonicMillis(clock) - began
      const paused = Effect.raceFirst(
        Effect.as(Effect.ignore(pauses.next(undefined)), "late" as const),
        Effect.as(dispatch.claimable.wait, "freed" as const),
      )
      return Effect.flatMap(paused, (first) =>
        Effect.flatMap(
          first === "freed" ? Effect.succeed(first) : waitForNotification(due - elapsed()),
          (topic) => {
            if (elapsed() >= calmMillis) return pauses.reset
            if (topic !== "written") return Effect.void
            return Effect.flatMap(untilDue, (next) => (next <= 0 ? Effect.void : waitUntil(next)))
          },
        ),
      )
    })

  const waitAfterClaim = (found: Found): Effect.Effect<void> => {
    switch (found) {
      case "more":
        return Effect.yieldNow()
      case "no capacity":
        return Effect.raceFirst(dispatch.claimable.wait, Effect.sleep(pollMillis))
      case "some":
        return Effect.asVoid(waitForNotification(pacingMillis))
      default:
        return Effect.flatMap(untilDue, waitUntil)
    }
  }

  const outages = makeOutageLog("Webhook deliveries are delayed.")
  return Effect.suspend(() => (dispatch.stopping ? Effect.never : claim)).pipe(
    Effect.tap(() => outages.answered),
    Effect.flatMap(waitAfterClaim),
    Effect.catchAllCause((cause) => {
      const away = findStorageFailure(cause)
      const logged =
        away === undefined
          ? Effect.logError("Webhook deliveries could not be claimed; retrying.", cause)
          : outages.failed(away)
      return Effect.zipRight(logged, Effect.sleep(pollMillis))
    }),
    Effect.forever,
  )
}

type WaitEnd = "written" | "freed" | "late"

/** The outcome of a claim, which decides how long to rest. */
type Found = "more" | "some" | "no capacity" | "none"

const describeClaim = ({ last, requests }: Claimed, { limit, wellOnly }: ClaimBudget): Found => {
  if (requests.length >= limit || last !== null) return "more"
  // With "none", deliveries that are due to other endpoints would make the next claim due at once, again and
  // again.
  return requests.length > 0 || wellOnly ? "some" : "none"
}

/** Begins the claimed requests, or queues them behind others of their endpoint. `requestedAt`: when the claim began. */
export const begin = (
  dispatch: Dispatch,
  claimed: Omit<Claimed, "last">,
  clock: Clock.Clock,
  requestedAt: number,
): void => {
  const answered = readMonotonicMillis(clock)
  const clockOffset = claimed.at - clock.unsafeCurrentTimeMillis()
  for (const request of claimed.requests) {
    const begins = dispatch.inFlight.add(
      {
        request,
        startsAt: computeStart(request, answered),
        clockOffset,
        validUntil: requestedAt + dispatch.settings.leaseMillis,
        state: "queued",
      } satisfies InFlightRequest,
      dispatch.stopping,
    )
    if (begins !== undefined) dispatch.begin(begins)
  }
}

/**
 * Every process starts this much after the assigned times of a rate limit: time to sign, and to make up for a
 * slow claim.
 */
const leadMillis = 100

const computeStart = ({ endpoint, startInMillis }: ClaimedRequest, answered: number): number =>
  endpoint.rateLimit === null ? 0 : answered + startInMillis + leadMillis
