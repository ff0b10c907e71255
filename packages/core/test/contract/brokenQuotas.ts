/** Storages whose quotas are broken on purpose. */
import { Effect, type Layer } from "effect"
import { QuotaStore } from "../../src/access/QuotaStore.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenQuotas: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  ["QuotaStore", "without a lock", lockless],
  [
    "QuotaStore",
    "that exceeds the limit",
    but(QuotaStore, (w) => ({ add: (...of) => Effect.as(w.add(...of), true) })),
  ],
  [
    "QuotaStore",
    "that limits samples alone",
    but(QuotaStore, (w) => ({
      set: (organization, limits) => w.set(organization, { ...limits, bytes: null }),
    })),
  ],
  ["QuotaStore", "that counts nothing anew", but(QuotaStore, () => ({ recount: () => Effect.void }))],
]
