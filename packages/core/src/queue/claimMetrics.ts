/** Counts claims in Effect's metric registry. */
import { type Effect, Metric } from "effect"
import type { QueueName } from "../domain/Claim.ts"

const handedOut = Metric.counter("annotary_claims_total", {
  description: "Claims handed out or renewed by a claim request, by queue.",
})

const byQueue = {
  labeling: Metric.tagged(handedOut, "queue", "labeling"),
  reviewing: Metric.tagged(handedOut, "queue", "reviewing"),
}

export const countClaims = (queue: QueueName, claims: number): Effect.Effect<void> =>
  Metric.update(byQueue[queue], claims)
