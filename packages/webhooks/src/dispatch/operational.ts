/** Operational events: what whoever runs the server should hear of. Logged and counted, each once, by the process that brought it about. */
import { Effect } from "effect"
import type { EndpointTransition, Parked } from "../ports/claims.ts"
import { countChange, countExhausted } from "./dispatchMetrics.ts"

export const tellTransition = (transition: EndpointTransition): Effect.Effect<void> => {
  const { endpointId: endpoint } = transition
  switch (transition._tag) {
    case "Failing":
      return Effect.logWarning(
        `endpoint.failing: a webhook endpoint only fails; ${transition.percent} % of the time until it is disabled are over.`,
      ).pipe(
        Effect.annotateLogs({ endpoint, since: new Date(transition.since).toISOString() }),
        Effect.zipRight(countChange("failing")),
      )
    case "Disabled": {
      const why = transition.reason === "gone" ? "its receiver answered 410" : "it only failed for days"
      return Effect.logWarning(`endpoint.disabled: a webhook endpoint was disabled because ${why}.`).pipe(
        Effect.annotateLogs({
          endpoint,
          reason: transition.reason,
          since: new Date(transition.since).toISOString(),
          lastError: transition.lastError?.code ?? "none",
        }),
        Effect.zipRight(countChange(`disabled_${transition.reason}`)),
      )
    }
    case "Recovered":
      return Effect.logInfo("endpoint.recovered: a failing webhook endpoint answers again.").pipe(
        Effect.annotateLogs({ endpoint }),
        Effect.zipRight(countChange("recovered")),
      )
  }
}

/** One line for many: they come together when an endpoint dies. */
export const tellExhausted = (exhausted: ReadonlyArray<Parked>): Effect.Effect<void> => {
  if (exhausted.length === 0) return Effect.void
  const endpoints = [...new Set(exhausted.map(({ endpointId }) => endpointId))]
  return Effect.logWarning(`delivery.exhausted: ${exhausted.length} webhook deliveries were given up.`).pipe(
    Effect.annotateLogs({
      endpoints: endpoints.slice(0, 5).join(" "),
      deliveries: exhausted
        .slice(0, 5)
        .map(({ deliveryId }) => deliveryId)
        .join(" "),
    }),
    Effect.zipRight(countExhausted(exhausted.length)),
  )
}
