/** Storages whose changes of configurations are broken on purpose. */
import { Effect, type Layer, Option } from "effect"
import { ConfigurationChangeStore } from "../../src/config/ConfigurationChangeStore.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { LabelStore } from "../../src/labels/LabelStore.ts"
import { WarningStore } from "../../src/warnings/WarningStore.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenChanges: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "ConfigurationChangeStore",
    "that begins two changes",
    but(ConfigurationChangeStore, (w) => ({ begin: (change) => Effect.as(w.begin(change), true) })),
  ],
  [
    "ConfigurationChangeStore",
    "that stages for a change that is over",
    but(ConfigurationChangeStore, (w) => ({
      stage: (...of) => Effect.map(w.stage(...of), (done) => done ?? new Set()),
    })),
  ],
  [
    "ConfigurationChangeStore",
    "that drops nothing",
    but(ConfigurationChangeStore, () => ({ drop: () => Effect.succeed(0) })),
  ],
  [
    "ConfigurationChangeStore",
    "that folds nothing",
    but(ConfigurationChangeStore, () => ({ fold: () => Effect.succeed(0) })),
  ],
  [
    "ConfigurationChangeStore",
    "whose staged versions never count",
    but(LabelStore, (w) => ({
      get: (...of) =>
        Effect.map(
          w.get(...of),
          Option.map((label) => ({ ...label, configVersion: 1 })),
        ),
    })),
  ],
  ["ConfigurationChangeStore", "without a lock", lockless],
  [
    "WarningStore and ConfigurationChangeStore",
    "that keeps no check result of a version that is staged",
    but(WarningStore, (w) => ({
      keep: (layer, checkResults) =>
        w.keep(
          layer,
          checkResults.filter(({ configVersion }) => configVersion === 1),
        ),
    })),
  ],
]
