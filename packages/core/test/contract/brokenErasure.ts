/** Storages whose erasure of people is broken on purpose. */
import { Effect, type Layer } from "effect"
import { ErasureStore } from "../../src/access/ErasureStore.ts"
import { GuideStore } from "../../src/datasets/GuideStore.ts"
import type { GuideAcknowledgement } from "../../src/domain/Guide.ts"
import { Username } from "../../src/domain/Names.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { but } from "./sabotage.ts"

export const brokenErasure: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "ErasureStore",
    "that renames by case",
    but(ErasureStore, (w) => ({
      rename: (names, ...of) =>
        w.rename(
          { ...names, from: names.from === "grace.hopper" ? Username.make("Grace.Hopper") : names.from },
          ...of,
        ),
    })),
  ],
  [
    "ErasureStore",
    "that forgets rows outside of datasets",
    but(ErasureStore, (w) => ({
      rename: (names, dataset) => (dataset === null ? Effect.succeed(0) : w.rename(names, dataset)),
    })),
  ],
  [
    "ErasureStore, stored answers",
    "that keeps stored answers",
    but(ErasureStore, (w) => ({
      rename: (names, dataset) => (dataset === null ? Effect.succeed(0) : w.rename(names, dataset)),
    })),
  ],
  [
    "ErasureStore, settings",
    "that forgets datasets",
    but(ErasureStore, (w) => ({
      rename: (names, dataset) => (dataset === null ? w.rename(names, dataset) : Effect.succeed(0)),
    })),
  ],
  [
    "ErasureStore, overlaps",
    "that forgets datasets",
    but(ErasureStore, (w) => ({
      rename: (names, dataset) => (dataset === null ? w.rename(names, dataset) : Effect.succeed(0)),
    })),
  ],
  [
    "ErasureStore",
    "that keeps acknowledgements under the name",
    but(GuideStore, (w) => {
      const acknowledgements: Array<GuideAcknowledgement> = []
      return {
        acknowledge: (one) => Effect.tap(w.acknowledge(one), () => void acknowledgements.push(one)),
        list: (dataset, version) =>
          Effect.sync(() =>
            acknowledgements.filter((one) => one.datasetId === dataset && one.version === version),
          ),
      }
    }),
  ],
  [
    "ErasureStore",
    "that keeps the address",
    but(ErasureStore, (w) => ({
      close: () => Effect.succeed(null),
      forgetEvents: (person) => w.forgetEvents({ ...person, email: null }),
    })),
  ],
]
