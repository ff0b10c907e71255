/** The suites for storages of webhooks. Call {@link webhookContract} in a test file of the adapter. */
import type { Storage, WebhookStorage } from "@annotary/core/effect"
import { describe, it } from "@effect/vitest"
import { Effect, type Layer } from "effect"
import { withNewIds } from "../suite.ts"
import { actions } from "./actions.ts"
import { claims } from "./claims.ts"
import { completions } from "./completions.ts"
import { endpoints } from "./endpoints.ts"
import { erasure } from "./erasure.ts"
import { fanOut } from "./fanOut.ts"
import { health } from "./health.ts"
import { leases } from "./leases.ts"
import { operations } from "./operations.ts"
import { order } from "./order.ts"
import { replays } from "./replays.ts"
import { retention } from "./retention.ts"
import { tests } from "./tests.ts"
import { views } from "./views.ts"

export const webhookSuites = [
  endpoints,
  fanOut,
  claims,
  order,
  completions,
  leases,
  health,
  operations,
  views,
  replays,
  actions,
  tests,
  retention,
  erasure,
]

/** Registers the tests of the ports. Each one builds a new, empty storage from the layer, and may take `timeoutMillis`. */
export const webhookContract = <E>(
  name: string,
  layer: Layer.Layer<Storage | WebhookStorage, E> | (() => Layer.Layer<Storage | WebhookStorage, E>),
  timeoutMillis = 20_000,
): void => {
  const fresh = typeof layer === "function" ? layer : () => layer
  describe(name, () => {
    for (const { port, tests } of webhookSuites)
      describe(port, () => {
        for (const [sentence, test] of Object.entries(tests))
          it.scopedLive(
            sentence,
            () => withNewIds(Effect.suspend(() => Effect.provide(test, fresh()))),
            timeoutMillis,
          )
      })
  })
}
