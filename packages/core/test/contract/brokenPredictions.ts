/** Stores of predictions that are broken on purpose. */
import { Effect, type Layer, Option } from "effect"
import type { Storage } from "../../src/engine/Storage.ts"
import { PredictionStore } from "../../src/placement/PredictionStore.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenPredictions: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "PredictionStore",
    "that takes two answers to a claim",
    but(PredictionStore, (w) => ({ insert: (one) => Effect.as(w.insert(one), true) })),
  ],
  [
    "PredictionStore",
    "that finds the version of any sample",
    but(PredictionStore, (w) => ({
      byVersion: ({ datasetId, version }) =>
        Effect.map(w.list({ datasetId, limit: 99 }), (all) =>
          Option.fromNullable(all.find(({ labelVersion }) => labelVersion === version)),
        ),
    })),
  ],
  [
    "PredictionStore",
    "that has the answers of one sample alone",
    but(PredictionStore, (w) => ({
      ofSamples: (dataset, samples) => w.ofSamples(dataset, samples.slice(0, 1)),
    })),
  ],
  [
    "PredictionStore",
    "that forgets no answers",
    but(PredictionStore, () => ({ forgetAnswers: () => Effect.succeed(0) })),
  ],
  ["PredictionStore", "without a lock", lockless],
]
