/** Storages whose uploads are broken on purpose. */
import { Effect, type Layer } from "effect"
import { AssetStore } from "../../src/assets/AssetStore.ts"
import { Timestamp } from "../../src/domain/Timestamp.ts"
import type { Storage } from "../../src/storage/Storage.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenAssets: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "AssetStore",
    "that gives the right twice",
    but(AssetStore, (w) => ({
      takeUpload: (id, lease) => w.takeUpload(id, { ...lease, at: lease.until }),
    })),
  ],
  [
    "AssetStore",
    "that never gives the right of a process that died again",
    but(AssetStore, (w) => ({
      takeUpload: (id, lease) =>
        w.takeUpload(id, { ...lease, at: Timestamp.make("2020-01-01T00:00:00.000000Z") }),
    })),
  ],
  ["AssetStore", "without a lock", lockless],
  [
    "AssetStore",
    "that gives up only in words",
    but(AssetStore, (w) => ({ setUploaded: (...file) => Effect.as(w.setUploaded(...file), true) })),
  ],
]
