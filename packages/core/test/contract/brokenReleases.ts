/** Broken storages of releases, snapshots, archives, exports and imports. */
import { Effect, type Layer, Stream } from "effect"
import { ArchiveStore } from "../../src/archives/ArchiveStore.ts"
import { castToJsonText } from "../../src/domain/JsonText.ts"
import type { Storage } from "../../src/engine/Storage.ts"
import { ReleaseStore } from "../../src/releases/ReleaseStore.ts"
import { SnapshotStore } from "../../src/releases/SnapshotStore.ts"
import { TransferStore } from "../../src/transfers/TransferStore.ts"
import { but, lockless } from "./sabotage.ts"

export const brokenReleases: ReadonlyArray<
  readonly [port: string, how: string, layer: () => Layer.Layer<Storage>]
> = [
  [
    "TransferStore",
    "that ends twice",
    but(TransferStore, (w) => ({ update: (one) => Effect.as(w.update(one), true) })),
  ],
  [
    "TransferStore",
    "that finds more exports than it is asked for",
    but(TransferStore, (w) => ({ endedExports: (before) => w.endedExports(before, 1000) })),
  ],
  ["TransferStore", "without a lock", lockless],
  [
    "ReleaseStore",
    "that gives taken names",
    but(ReleaseStore, (w) => ({ insert: (one) => Effect.as(w.insert(one), true) })),
  ],
  ["ReleaseStore", "without a lock", lockless],
  [
    "SnapshotStore",
    "that sees later writes",
    but(SnapshotStore, (w) => ({
      open: (id) =>
        Effect.map(
          w.open(id),
          (one) =>
            one && {
              ...one,
              samples: Stream.unwrapScoped(Effect.map(w.open(id), (late) => late?.samples ?? Stream.empty)),
            },
        ),
    })),
  ],
  [
    "SnapshotStore",
    "that shows the agreement of samples that are not decided",
    but(SnapshotStore, (w) => ({
      open: (id, makeReceiver) =>
        w.open(
          id,
          makeReceiver &&
            (() => {
              const receive = makeReceiver()
              return (page) => receive(page.map((one) => ({ ...one, agreement: castToJsonText("{}") })))
            }),
        ),
    })),
  ],
  [
    "ArchiveStore",
    "that sees later writes",
    but(ArchiveStore, (w) => ({
      open: (id) =>
        Effect.map(
          w.open(id),
          (one) =>
            one && {
              ...one,
              read: (section) =>
                Stream.unwrapScoped(Effect.map(w.open(id), (late) => late?.read(section) ?? Stream.empty)),
            },
        ),
    })),
  ],
  [
    "ArchiveStore",
    "that says it wrote all",
    but(ArchiveStore, (w) => ({ write: (...of) => Effect.as(w.write(...of), true) })),
  ],
  [
    "ArchiveStore",
    "that begins again",
    but(ArchiveStore, (w) => ({ begin: (...of) => Effect.as(w.begin(...of), "begun" as const) })),
  ],
  [
    "ArchiveStore",
    "that shows what it has begun",
    but(ArchiveStore, (w) => ({
      begin: (dataset, at) => Effect.tap(w.begin(dataset, at), () => w.publish(dataset.id)),
    })),
  ],
]
