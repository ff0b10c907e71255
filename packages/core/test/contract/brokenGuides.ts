/** Adapters whose acknowledgements of labeling guides are wrong. */
import { Effect, type Layer, Option } from "effect"
import { GuideStore } from "../../src/datasets/GuideStore.ts"
import { GuideVersion } from "../../src/domain/Guide.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { but, lockless } from "./sabotage.ts"

/** Stands for every version in adapters that ignore it. */
const anyVersion = GuideVersion.make("ffffffffffffffff")

/** Acknowledges every version together with the one that is acknowledged. */
const acknowledgeAny =
  (whole: typeof GuideStore.Service): typeof whole.acknowledge =>
  (one) =>
    Effect.zipRight(whole.acknowledge({ ...one, version: anyVersion }), whole.acknowledge(one))

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
    "that finds an acknowledgement of another version",
    but(GuideStore, (w) => ({
      acknowledge: acknowledgeAny(w),
      find: (dataset, user, version) =>
        Effect.map(
          w.find(dataset, user, anyVersion),
          Option.map((one) => ({ ...one, version })),
        ),
    })),
  ],
  [
    "GuideStore",
    "that lists acknowledgements of other versions",
    but(GuideStore, (w) => ({
      acknowledge: acknowledgeAny(w),
      list: (dataset, version) =>
        Effect.map(w.list(dataset, anyVersion), (all) => all.map((one) => ({ ...one, version }))),
    })),
  ],
  ["GuideStore", "without a lock", lockless],
  [
    "GuideStore",
    "that lists in another order",
    but(GuideStore, (w) => ({
      list: (...of) => Effect.map(w.list(...of), (all) => all.toReversed()),
    })),
  ],
]
