/** Counts ended jobs by outcome in Effect's metric registry. */
import { type Effect, Metric } from "effect"
import type { JobKind } from "../domain/Job.ts"

const ended = Metric.counter("annotary_jobs_total", {
  description: "Attempts at jobs, by kind and by how they ended.",
})

/** Counts the end of one attempt. */
export const countJob = (kind: JobKind, outcome: string): Effect.Effect<void> =>
  Metric.update(ended.pipe(Metric.tagged("kind", kind), Metric.tagged("outcome", outcome)), 1)
