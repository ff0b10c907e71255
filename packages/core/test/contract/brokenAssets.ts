/** Storages whose assets, and archives of what names them, are broken on purpose. */
import { Effect, type Layer, Option, Stream } from "effect"
import { ArchiveStore } from "../../src/archives/ArchiveStore.ts"
import { AssetStore } from "../../src/assets/AssetStore.ts"
import { fromMillis, Timestamp, toMillis } from "../../src/domain/Timestamp.ts"
import type { Storage } from "../../src/engine/Storage.ts"
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
  [
    "AssetStore",
    "that extends nothing",
    but(AssetStore, () => ({ extendUpload: () => Effect.succeed(true) })),
  ],
  ["AssetStore", "without a lock", lockless],
  ["AssetStore, marks", "without a lock", lockless],
  [
    "AssetStore, marks",
    "that discards what was marked anew",
    but(AssetStore, (w) => ({
      discard: (ids, mark) =>
        w.discard(ids, mark !== null && "at" in mark ? { before: fromMillis(toMillis(mark.at) + 1) } : mark),
    })),
  ],
  [
    "AssetStore",
    "that gives up only in words",
    but(AssetStore, (w) => ({ setUploaded: (...file) => Effect.as(w.setUploaded(...file), true) })),
  ],
  [
    "AssetStore, marks",
    "that discards what is kept",
    but(AssetStore, (w) => ({ discard: (ids) => w.discard(ids, null) })),
  ],
  [
    "AssetStore",
    "that lists everybody's newest page again and again",
    but(AssetStore, (w) => ({
      ofCreator: (creator, page) => w.ofCreator(creator, { ...page, before: null }),
    })),
  ],
  [
    "AssetStore, marks",
    "that counts a file for every dataset that names it",
    but(AssetStore, (w) => ({
      count: (ids, dataset) =>
        Effect.zipRight(
          w.count(ids, dataset),
          Effect.map(Effect.forEach(ids, w.byId), (found) =>
            found.reduce((sum, one) => sum + (Option.getOrUndefined(one)?.sizeBytes ?? 0), 0),
          ),
        ),
    })),
  ],
  ["AssetStore, marks", "that keeps nothing", but(AssetStore, () => ({ keep: () => Effect.void }))],
  [
    "AssetStore, marks",
    "that marks the first page alone",
    but(AssetStore, (w) => ({ mark: (...page) => Effect.as(w.mark(...page), null) })),
  ],
  [
    "ArchiveStore, texts",
    "that finds no text",
    but(ArchiveStore, (w) => ({
      open: (dataset) =>
        Effect.map(w.open(dataset), (archive) =>
          archive === null
            ? null
            : {
                ...archive,
                read: (section, containing) =>
                  containing === undefined ? archive.read(section) : Stream.empty,
              },
        ),
    })),
  ],
]
