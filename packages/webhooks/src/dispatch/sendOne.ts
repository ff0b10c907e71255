/** One request from its claim to what is told of it. Whatever goes wrong on the way is an attempt that failed, and never ends the dispatcher. */
import { fromMillis, toMillis } from "@annotary/core"
import { spanOf } from "@annotary/core/effect"
import { Cause, Effect, type Exit, type Tracer } from "effect"
import type { AttemptError } from "../domain/Attempt.ts"
import { type ClaimedRequest, type Completion, spacingMillis } from "../ports/claims.ts"
import type { Sender, SendRequest, SendResult } from "../send/Sender.ts"
import { attemptError } from "../send/SendFailure.ts"
import type { SealBroken } from "../signing/SealBroken.ts"
import { conclude, notSent } from "./conclude.ts"
import type { Tally } from "./dispatchMetrics.ts"
import type { Held } from "./Hands.ts"
import type { Prepare } from "./prepare.ts"

export interface Sending {
  readonly sender: Sender
  readonly prepare: Prepare["prepare"]
  readonly waits: ReadonlyArray<number>
  readonly tally: Tally
  /** When the last request to an endpoint with a rate began, by the monotonic clock. */
  readonly lastStarts: Map<string, number>
  /** Whether anybody looks at spans; making them costs as much as sending. */
  readonly spans: boolean
}

/** Null: its lease may have ended, so nothing was sent and nothing is told. */
export const sendOne = (sending: Sending, held: Held): Effect.Effect<Completion | null> =>
  Effect.suspend(() => {
    const start = startOf(sending, held)
    const early = start - performance.now()
    if (early <= 0) return sendNow(sending, held)
    // Signed before its place comes: the first signature of a process takes long, and would make it late.
    const ready = Effect.exit(sending.prepare(held.request, Date.now() + held.clockOffset + early))
    return Effect.flatMap(ready, (prepared) =>
      Effect.suspend(() =>
        Effect.delay(sendNow(sending, held, prepared), Math.max(0, start - performance.now())),
      ),
    )
  })

/**
 * Its place in the endpoint's rate. A process that was busy for a moment must not send what it missed all at once: also what
 * is late keeps its distance from what this process sent before.
 */
const startOf = ({ lastStarts }: Sending, { request, startsAt }: Held): number => {
  const { id, rateLimit } = request.endpoint
  if (rateLimit === null) return startsAt
  const start = Math.max(startsAt, performance.now(), (lastStarts.get(id) ?? 0) + spacingMillis(rateLimit))
  if (lastStarts.size > 10_000) lastStarts.clear()
  lastStarts.set(id, start)
  return start
}

type Prepared = Exit.Exit<SendRequest, SealBroken>

const sendNow = (sending: Sending, held: Held, prepared?: Prepared): Effect.Effect<Completion | null> =>
  Effect.suspend(() => {
    const began = performance.now()
    // A process that was stopped and goes on: somebody else may be sending it.
    if (began >= held.validUntil) return Effect.succeed(null)
    const nowMillis = Date.now() + held.clockOffset
    const request = prepared ?? sending.prepare(held.request, nowMillis)
    return Effect.map(attempt(sending, held, request), (result) => {
      const durationMillis = Math.round((performance.now() - began) * 1000) / 1000
      const { request } = held
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
        random: Math.random(),
        waits: sending.waits,
      })
    })
  })

const attempt = (
  sending: Sending,
  { request }: Held,
  prepared: Effect.Effect<SendRequest, SealBroken>,
): Effect.Effect<SendResult> => {
  const sent = Effect.flatMap(prepared, sending.sender.send).pipe(
    Effect.catchAllCause((cause) => {
      if (Cause.isInterrupted(cause)) return Effect.failCause(cause as Cause.Cause<never>)
      const broken = Cause.failureOption(cause)
      return broken._tag === "Some"
        ? Effect.as(
            tellBroken(request.endpoint.id, broken.value.message),
            notSent(attemptError("unsealable")),
          )
        : Effect.as(Effect.logError("A webhook could not be sent.", cause), notSent(impossible))
    }),
  )
  return sending.spans ? spanned(request, sent) : sent
}

const spanned = (request: ClaimedRequest, sent: Effect.Effect<SendResult>): Effect.Effect<SendResult> =>
  Effect.tap(sent, ({ error, status }) =>
    Effect.annotateCurrentSpan({
      "http.response.status_code": status ?? 0,
      "webhook.outcome": error?.code ?? "delivered",
    }),
  ).pipe(
    Effect.withSpan("webhook.attempt", {
      kind: "client",
      captureStackTrace: false,
      links: linksOf(request),
      attributes: {
        "webhook.endpoint": request.endpoint.id,
        "webhook.events": request.deliveries.length,
        "webhook.event_type": request.deliveries[0]?.event.type ?? "none",
        "webhook.attempt": (request.deliveries[0]?.delivery.attempts ?? 0) + 1,
      },
    }),
  )

/** More changes than this are not linked: a batch may hold a thousand. */
const mostLinks = 32

/** To the spans in which the events were written; of what is sent again, too. */
const linksOf = ({ deliveries }: ClaimedRequest): ReadonlyArray<Tracer.SpanLink> =>
  [...new Set(deliveries.flatMap(({ event }) => event.trace ?? []))].slice(0, mostLinks).flatMap((trace) => {
    const span = spanOf(trace)
    return span === undefined ? [] : [{ _tag: "SpanLink", span, attributes: {} }]
  })

/** Not at every attempt: of each endpoint once. */
const tellBroken = (endpoint: string, why: string): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (toldBroken.has(endpoint)) return Effect.void
    if (toldBroken.size >= 1000) toldBroken.clear()
    toldBroken.add(endpoint)
    return Effect.annotateLogs(Effect.logError(`Webhooks to an endpoint cannot be signed. ${why}`), {
      endpoint,
    })
  })

const toldBroken = new Set<string>()

const impossible: AttemptError = {
  code: "internal",
  message: "The delivery could not be sent; the log of the server says more.",
}
