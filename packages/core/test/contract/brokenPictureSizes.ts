/** Adapters whose measured sizes are wrong. */
import { Effect, type Layer } from "effect"
import type { Storage } from "../../src/engine/Storage.ts"
import { PictureSizeStore } from "../../src/reading/PictureSizeStore.ts"
import { but } from "./sabotage.ts"

export const brokenPictureSizes: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "PictureSizeStore",
    "that takes every size for current",
    but(PictureSizeStore, (w) => ({
      find: (...of) =>
        Effect.map(
          w.find(...of),
          (sizes) => new Map([...sizes].map(([id, each]) => [id, { ...each, isCurrent: true }])),
        ),
    })),
  ],
]
