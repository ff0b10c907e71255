/**
 * Reports transitions to whoever runs the server, once, by the process that caused them: logs them, counts them
 * and calls the embedder's hook. The storage notifies the owners of endpoints.
 */
import type { EndpointTransition, Exhausted, WebhookTransition } from "@annotary/core/effect"
import { Effect, type Scope } from "effect"
import { countChange, countExhausted } from "./dispatchMetrics.ts"
import { makeTransitionHook, type OnTransition } from "./transitionHook.ts"

export type Report = (transitions: ReadonlyArray<WebhookTransition>) => Effect.Effect<void>

/** Logs and counts transitions, and passes them to the hook without waiting for it. */
export const makeReport = (
  onTransition: OnTransition | undefined,
): Effect.Effect<Report, never, Scope.Scope> =>
  Effect.map(
    onTransition === undefined ? Effect.succeed(() => Effect.void) : makeTransitionHook(onTransition),
    (callHook: Report): Report =>
      (transitions) => {
        if (transitions.length === 0) return Effect.void
        const changes = transitions.filter((transition) => transition._tag !== "Exhausted")
        const exhausted = transitions.filter((transition) => transition._tag === "Exhausted")
        return Effect.forEach(changes, reportChange, { discard: true }).pipe(
          Effect.zipRight(reportExhausted(exhausted)),
          Effect.zipRight(callHook(transitions)),
        )
      },
  )

const reportChange = (transition: EndpointTransition): Effect.Effect<void> => {
  const { endpointId: endpoint } = transition
  switch (transition._tag) {
    case "Failing":
      return Effect.logWarning("Webhook endpoint is failing.").pipe(
        Effect.annotateLogs({
          endpoint,
          since: new Date(transition.since).toISOString(),
          percentUntilDisabled: transition.percent,
        }),
        Effect.zipRight(countChange("failing")),
      )
    case "Disabled":
      return Effect.logWarning("Webhook endpoint disabled.").pipe(
        Effect.annotateLogs({
          endpoint,
          reason: transition.reason,
          since: new Date(transition.since).toISOString(),
          lastError: transition.lastError?.code ?? "none",
        }),
        Effect.zipRight(countChange(`disabled_${transition.reason}`)),
      )
    case "Recovered":
      return Effect.logInfo("Webhook endpoint recovered.").pipe(
        Effect.annotateLogs({ endpoint }),
        Effect.zipRight(countChange("recovered")),
      )
  }
}

/** One log line for all: they come together when an endpoint is disabled. */
const reportExhausted = (exhausted: ReadonlyArray<Exhausted>): Effect.Effect<void> => {
  if (exhausted.length === 0) return Effect.void
  const endpoints = [...new Set(exhausted.map(({ endpointId }) => endpointId))]
  return Effect.logWarning("Webhook deliveries exhausted.").pipe(
    Effect.annotateLogs({
      count: exhausted.length,
      endpoints: endpoints.slice(0, 5).join(" "),
      deliveries: exhausted
        .slice(0, 5)
        .map(({ deliveryId }) => deliveryId)
        .join(" "),
    }),
    Effect.zipRight(countExhausted(exhausted.length)),
  )
}
