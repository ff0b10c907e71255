/** Adapters whose acknowledgements of labeling guides are wrong. */
import { Effect, type Layer } from "effect"
import { GuideStore } from "../../src/datasets/GuideStore.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { but } from "./sabotage.ts"

export const brokenGuides: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "GuideStore",
    "that takes every acknowledgement for the first",
    but(GuideStore, (w) => ({ acknowledge: (one) => Effect.as(w.acknowledge(one), true) })),
  ],
  [
    "GuideStore",
    "that lists in another order",
    but(GuideStore, (w) => ({
      list: (...of) => Effect.map(w.list(...of), (all) => all.toReversed()),
    })),
  ],
]
