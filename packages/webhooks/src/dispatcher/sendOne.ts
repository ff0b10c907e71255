/**
 * Sends one claimed request and produces its result. Every error on the way becomes a failed attempt and never
 * ends the dispatcher.
 */
import { fromMillis, toMillis } from "@annotary/core"
import type { SealBroken } from "@annotary/core/effect"
import {
  type AttemptError,
  type ClaimedRequest,
  type Completion,
  computeSpacingMillis,
  parseSpan,
} from "@annotary/core/effect"
import { Cause, type Clock, Effect, type Exit, Random, type Tracer } from "effect"
import type { Sender, SendRequest, SendResult } from "../http/Sender.ts"
import { toAttemptError } from "../http/SendFailure.ts"
import { readMonotonicMillis } from "../monotonic.ts"
import { conclude, makeNotSent } from "./conclude.ts"
import type { Tally } from "./dispatchMetrics.ts"
import type { InFlightRequest } from "./InFlightRequests.ts"
import type { Prepare } from "./prepare.ts"

export interface Sending {
  readonly sender: Sender
  readonly prepare: Prepare["prepare"]
  readonly waits: ReadonlyArray<number>
  readonly tally: Tally
  /** When the last request to an endpoint with a rate limit began, by the monotonic clock. */
  readonly lastStarts: Map<string, number>
  /** Whether a tracer is installed: creating spans costs as much as sending. */
  readonly spans: boolean
  /** Endpoints whose broken secrets were already logged. */
  readonly reportedBroken: Set<string>
}

/** Sends a request. Returns null when its lease may have ended: then nothing was sent and nothing is saved. */
export const sendOne = (sending: Sending, inFlight: InFlightRequest): Effect.Effect<Completion | null> =>
  Effect.clockWith((clock) => {
    const start = computeStart(sending, inFlight, readMonotonicMillis(clock))
    const early = start - readMonotonicMillis(clock)
    if (early <= 0) return sendNow(sending, inFlight, clock)
    // Signed before its start time: the first signature of a process is slow and would delay it.
    const nowMillis = clock.unsafeCurrentTimeMillis() + inFlight.clockOffset
    const ready = Effect.exit(sending.prepare(inFlight.request, nowMillis + early))
    return Effect.flatMap(ready, (prepared) =>
      Effect.suspend(() =>
        Effect.delay(
          Effect.suspend(() => sendNow(sending, inFlight, clock, prepared)),
          Math.max(0, start - readMonotonicMillis(clock)),
        ),
      ),
    )
  })

/**
 * The start time within the endpoint's rate limit. A process that was busy must not send its backlog at once:
 * late requests also keep their distance from earlier ones of this process.
 */
const computeStart = (
  { lastStarts }: Sending,
  { request, startsAt }: InFlightRequest,
  monotonicNow: number,
): number => {
  const { id, rateLimit } = request.endpoint
  if (rateLimit === null) return startsAt
  const start = Math.max(startsAt, monotonicNow, (lastStarts.get(id) ?? 0) + computeSpacingMillis(rateLimit))
  if (lastStarts.size > 10_000) lastStarts.clear()
  lastStarts.set(id, start)
  return start
}

type Prepared = Exit.Exit<SendRequest, SealBroken>

const sendNow = (
  sending: Sending,
  inFlight: InFlightRequest,
  clock: Clock.Clock,
  prepared?: Prepared,
): Effect.Effect<Completion | null> => {
  const began = readMonotonicMillis(clock)
  // The process was suspended past the lease; another one may be sending this request.
  if (began >= inFlight.validUntil) return Effect.succeed(null)
  const nowMillis = clock.unsafeCurrentTimeMillis() + inFlight.clockOffset
  const sent = sendAttempt(sending, inFlight, prepared ?? sending.prepare(inFlight.request, nowMillis))
  const end = (result: SendResult, random: number): Completion => {
    const durationMillis = Math.round((readMonotonicMillis(clock) - began) * 1000) / 1000
    const { request } = inFlight
    sending.tally.attempt(result.error === null ? "delivered" : "failed", durationMillis)
    const first = request.deliveries[0]
    if (first !== undefined && first.delivery.attempts === 0 && first.delivery.origin === "live")
      sending.tally.first(nowMillis - toMillis(first.event.createdAt))
    return conclude({
      request,
      result,
      at: fromMillis(nowMillis),
      durationMillis,
      nowMillis: nowMillis + durationMillis,
      random,
      waits: sending.waits,
    })
  }
  // Only retries are spread at random.
  return Effect.flatMap(sent, (result) =>
    result.error === null
      ? Effect.succeed(end(result, 0))
      : Effect.map(Random.next, (random) => end(result, random)),
  )
}

const sendAttempt = (
  sending: Sending,
  { request }: InFlightRequest,
  prepared: Effect.Effect<SendRequest, SealBroken>,
): Effect.Effect<SendResult> => {
  const sent = Effect.flatMap(prepared, sending.sender.send).pipe(
    Effect.catchAllCause((cause) => {
      if (Cause.isInterrupted(cause)) return Effect.failCause(Cause.stripFailures(cause))
      const broken = Cause.failureOption(cause)
      return broken._tag === "Some"
        ? Effect.as(
            logBroken(sending, request.endpoint.id, broken.value.message),
            makeNotSent(toAttemptError("unsealable")),
          )
        : Effect.as(Effect.logError("A webhook could not be sent.", cause), makeNotSent(impossible))
    }),
  )
  return sending.spans ? addSpan(request, sent) : sent
}

const addSpan = (request: ClaimedRequest, sent: Effect.Effect<SendResult>): Effect.Effect<SendResult> =>
  Effect.tap(sent, ({ error, status }) =>
    Effect.annotateCurrentSpan({
      "http.response.status_code": status ?? 0,
      "webhook.outcome": error?.code ?? "delivered",
    }),
  ).pipe(
    Effect.withSpan("webhook.attempt", {
      kind: "client",
      captureStackTrace: false,
      links: listLinks(request),
      attributes: {
        "webhook.endpoint": request.endpoint.id,
        "webhook.events": request.deliveries.length,
        "webhook.event_type": request.deliveries[0]?.event.type ?? "none",
        "webhook.attempt": (request.deliveries[0]?.delivery.attempts ?? 0) + 1,
      },
    }),
  )

/** Maximum number of span links: a batch may contain a thousand events. */
const mostLinks = 32

/** Links to the spans that wrote the events, also for replays. */
const listLinks = ({ deliveries }: ClaimedRequest): ReadonlyArray<Tracer.SpanLink> =>
  [...new Set(deliveries.flatMap(({ event }) => event.trace ?? []))].slice(0, mostLinks).flatMap((trace) => {
    const span = parseSpan(trace)
    return span === undefined ? [] : [{ _tag: "SpanLink", span, attributes: {} }]
  })

/** Logs once per endpoint, not at every attempt. */
const logBroken = ({ reportedBroken }: Sending, endpoint: string, reason: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (reportedBroken.has(endpoint)) return Effect.void
    if (reportedBroken.size >= 1000) reportedBroken.clear()
    reportedBroken.add(endpoint)
    return Effect.annotateLogs(Effect.logError("Webhooks to an endpoint cannot be signed."), {
      endpoint,
      reason,
    })
  })

const impossible: AttemptError = {
  code: "internal",
  message: "The delivery could not be sent; the log of the server says more.",
}
