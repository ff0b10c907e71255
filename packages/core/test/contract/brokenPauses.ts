/** Adapters whose pauses of people are wrong. */
import { Effect, type Layer, Option } from "effect"
import { DatasetStore } from "../../src/access/DatasetStore.ts"
import { PauseStore } from "../../src/access/PauseStore.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenPauses: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "PauseStore",
    "that takes every pause for a new one",
    but(PauseStore, (w) => ({ put: (pause) => Effect.as(w.put(pause), true) })),
  ],
  [
    "PauseStore",
    "that keeps the first reason",
    but(PauseStore, (w) => ({
      put: (pause) =>
        Effect.flatMap(w.list(pause.datasetId), (all) =>
          all.some(({ user }) => user === pause.user) ? Effect.succeed(false) : w.put(pause),
        ),
    })),
  ],
  ["PauseStore", "that replaces a pause with an inserted one", but(PauseStore, (w) => ({ insert: w.put }))],
  [
    "PauseStore",
    "that says of no inserted pause that it began",
    but(PauseStore, (w) => ({ insert: (pause) => Effect.as(w.insert(pause), false) })),
  ],
  [
    "PauseStore",
    "that ends none",
    but(PauseStore, () => ({ remove: (datasets) => Effect.succeed(datasets) })),
  ],
  [
    "PauseStore",
    "that ends the first dataset's alone",
    but(PauseStore, (w) => ({ remove: (datasets, user) => w.remove(datasets.slice(0, 1), user) })),
  ],
  [
    "PauseStore",
    "that lists in another order",
    but(PauseStore, (w) => ({ list: (id) => Effect.map(w.list(id), (all) => all.toReversed()) })),
  ],
  [
    "PauseStore",
    "whose access knows no pause",
    but(DatasetStore, (w) => ({
      access: (ref, user) =>
        Effect.map(
          w.access(ref, user),
          Option.map((access) => ({ ...access, pauseReason: null })),
        ),
    })),
  ],
  ["PauseStore", "without a lock", lockless],
]
