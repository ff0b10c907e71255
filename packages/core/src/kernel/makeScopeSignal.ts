import { Effect } from "effect"

/** A signal that aborts when the engine closes. */
export const makeScopeSignal = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort()),
  ),
  ({ signal }) => signal,
)
