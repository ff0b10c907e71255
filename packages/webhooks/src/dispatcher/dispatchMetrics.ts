/** Counters and gauges of the dispatcher, in Effect's metric registry. No label grows with endpoints or accounts. */
import type { Backlog } from "@annotary/core/effect"
import { Effect, FiberRef, Metric, MetricBoundaries } from "effect"

const attempts = Metric.counter("annotary_webhook_attempts_total", {
  description: "Requests to endpoints, by how they ended; unknown: lost with a process.",
})
const changes = Metric.counter("annotary_webhook_endpoint_changes_total", {
  description: "Endpoints that are failing, were disabled or have recovered.",
})
const exhausted = Metric.counter("annotary_webhook_exhausted_total", {
  description: "Deliveries that were given up.",
})
const lost = Metric.counter("annotary_webhook_leases_lost_total", {
  description: "Requests whose lease another process has taken over.",
})
const lag = Metric.gauge("annotary_webhook_due_lag_seconds", {
  description: "How late the delivery is that has been due longest: the one to raise an alarm on.",
})
const inFlight = Metric.gauge("annotary_webhook_in_flight", {
  description: "Requests that this process is sending.",
})
const inHand = Metric.gauge("annotary_webhook_in_hand", {
  description: "Requests that this process has claimed and not saved yet.",
})
const backlog = Metric.gauge("annotary_webhook_backlog", {
  description: "Undelivered deliveries, by state; counted up to a limit.",
})

const makeSeconds = (...steps: ReadonlyArray<number>) => MetricBoundaries.fromIterable(steps)
const attemptSeconds = Metric.histogram(
  "annotary_webhook_attempt_seconds",
  makeSeconds(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15),
  "How long a request to an endpoint took.",
)
const firstSeconds = Metric.histogram(
  "annotary_webhook_first_attempt_seconds",
  makeSeconds(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600),
  "Time from an event to its first request.",
)

const ended = {
  delivered: Metric.tagged(attempts, "outcome", "delivered"),
  failed: Metric.tagged(attempts, "outcome", "failed"),
  unknown: Metric.tagged(attempts, "outcome", "unknown"),
}

export const countAttempts = (outcome: keyof typeof ended, count = 1) => Metric.update(ended[outcome], count)

export const countChange = (change: "failing" | "disabled_gone" | "disabled_failing" | "recovered") =>
  Metric.update(Metric.tagged(changes, "change", change), 1)

export const countExhausted = (count: number) => Metric.update(exhausted, count)

export const countLost = (count: number) => Metric.update(lost, count)

/** Buffers updates until they are shown: thousands of updates a second become a few. */
export interface Tally {
  readonly attempt: (outcome: "delivered" | "failed", millis: number) => void
  /** Time from an event to the first request that reports it. */
  readonly first: (millis: number) => void
  readonly show: Effect.Effect<void>
}

export const makeTally = (): Tally => {
  const counts = { delivered: 0, failed: 0 }
  const took: Array<number> = []
  const firsts: Array<number> = []
  return {
    attempt: (outcome, millis) => {
      counts[outcome] += 1
      took.push(millis / 1000)
    },
    first: (millis) => void firsts.push(Math.max(0, millis) / 1000),
    show: Effect.suspend(() => {
      const { delivered, failed } = counts
      counts.delivered = 0
      counts.failed = 0
      return Effect.all(
        [
          countAttempts("delivered", delivered),
          countAttempts("failed", failed),
          updateEach(attemptSeconds, took.splice(0)),
          updateEach(firstSeconds, firsts.splice(0)),
        ],
        { discard: true },
      )
    }),
  }
}

/** All values in one step. */
const updateEach = (metric: typeof attemptSeconds, values: ReadonlyArray<number>): Effect.Effect<void> =>
  Effect.map(FiberRef.get(FiberRef.currentMetricLabels), (labels) => {
    for (const value of values) metric.unsafeUpdate(value, labels)
  })

export const showInFlight = (sending: number, leased: number) =>
  Effect.zipRight(Metric.set(inFlight, sending), Metric.set(inHand, leased))

export const showBacklog = ({ held, lagMillis, leased, pending }: Backlog) =>
  Effect.all(
    [
      Metric.set(lag, lagMillis / 1000),
      Metric.set(Metric.tagged(backlog, "state", "pending"), pending),
      Metric.set(Metric.tagged(backlog, "state", "leased"), leased),
      Metric.set(Metric.tagged(backlog, "state", "held"), held),
    ],
    { discard: true },
  )
