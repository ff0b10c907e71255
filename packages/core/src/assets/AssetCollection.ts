import { Chunk, Effect, Option, Stream } from "effect"
import { AssetReferences } from "../archives/AssetReferences.ts"
import type { Asset } from "../domain/Asset.ts"
import type { AssetId, DatasetId } from "../domain/Ids.ts"
import { fromMillis, now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { EngineSettings } from "../engine/EngineSettings.ts"
import { AllDatasets } from "../identity/AllDatasets.ts"
import { QuotaCounter } from "../identity/QuotaCounter.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { type AssetScan, AssetStore } from "./AssetStore.ts"
import { assetKey } from "./assetKey.ts"

/** How to collect. */
export interface CollectionOptions {
  /** How long assets are kept that nothing names, in milliseconds. At least an hour. */
  readonly keepMillis: number
  /** Only finds what a collection would delete. */
  readonly dryRun: boolean
}

/**
 * Collects assets that nothing names, by mark and sweep. A scan marks all assets, and removes the marks of those that it finds
 * named in a dataset. Whoever writes a text that names an asset removes its mark, too. An asset is deleted at the end of a scan when
 * it has still a mark, and this mark is older than the grace period.
 *
 * No asset is deleted that something names. What named it throughout the scan was read. What was written meanwhile has removed the mark
 * in its transaction, against which the deletion waits. A clone, which copies texts without looking at them, is a younger dataset than
 * its original, and datasets are read in the order of their ids: a reference that moves with a clone is read in one of the two.
 */
export class AssetCollection extends Effect.Service<AssetCollection>()("@annotary/core/AssetCollection", {
  effect: Effect.gen(function* () {
    const store = yield* AssetStore
    const blobs = yield* BlobStore
    const references = yield* AssetReferences
    const datasets = yield* AllDatasets
    const quota = yield* QuotaCounter
    const transaction = yield* Transaction
    const { keepAssetsMillis } = yield* EngineSettings

    /** Scans everything and returns what is collected, in the order of the ids. Checks no permissions. */
    const collect = ({ dryRun, keepMillis }: CollectionOptions): Stream.Stream<Asset> =>
      Stream.unwrap(
        Effect.gen(function* () {
          const startedAt = yield* now
          yield* mark(startedAt)
          yield* read("", () => Effect.void)
          return unnamed(later(startedAt, -keepMillis), dryRun)
        }),
      )

    /**
     * Goes on with the last scan, or begins one when it is due: a quarter of the grace period after the last one, at most a day. A scan
     * that was interrupted goes on after the last dataset that it has read.
     */
    const collectWhenDue: Effect.Effect<void> = Effect.gen(function* () {
      if (keepAssetsMillis === null) return
      const last = Option.getOrUndefined(yield* store.scan)
      const scan = last === undefined || last.after === null ? yield* begin(last, keepAssetsMillis) : last
      if (scan === undefined) return
      const { startedAt } = scan
      yield* read(scan.after ?? "", (after) => store.saveScan({ startedAt, after }))
      yield* Stream.runDrain(unnamed(later(startedAt, -keepAssetsMillis), false))
      yield* store.saveScan({ startedAt, after: null })
    })

    const begin = (last: AssetScan | undefined, keepMillis: number) =>
      Effect.gen(function* () {
        const startedAt = yield* now
        const interval = Math.min(keepMillis / 4, dayMillis)
        if (last !== undefined && toMillis(startedAt) < toMillis(last.startedAt) + interval) return undefined
        yield* mark(startedAt)
        const [some] = yield* store.marked(later(startedAt, 1), { after: null, limit: 1 })
        const scan: AssetScan = { startedAt, after: some === undefined ? null : "" }
        yield* store.saveScan(scan)
        return some === undefined ? undefined : scan
      })

    const mark = (at: Timestamp) =>
      Effect.gen(function* () {
        let after: AssetId | null = null
        do {
          after = yield* store.mark(at, { after, limit: batch })
          yield* betweenBatches
        } while (after !== null)
      })

    /**
     * Removes the marks of what the datasets after one name, and counts for them what counted for none: files of before an upgrade,
     * and those of deleted datasets. Calls `done` after each.
     */
    const read = (after: string, done: (dataset: DatasetId) => Effect.Effect<void>) =>
      Effect.gen(function* () {
        for (const { id } of yield* datasets.list) {
          if (id <= after) continue
          const counted = yield* references.namedIn(id).pipe(
            Stream.grouped(batch),
            Stream.mapEffect((ids) => store.count([...new Set(ids)].sort(), id)),
            Stream.runSum,
          )
          if (counted > 0) yield* transaction.run(quota.recountOwners([id]))
          yield* done(id)
          yield* betweenBatches
        }
      })

    /** The assets that were marked before; deletes them, unless it is a dry run. */
    const unnamed = (before: Timestamp, dryRun: boolean): Stream.Stream<Asset> =>
      Stream.paginateChunkEffect(null as AssetId | null, (after) =>
        Effect.gen(function* () {
          const page = yield* store.marked(before, { after, limit: batch })
          const last = page.at(-1)
          const next = last === undefined || page.length < batch ? Option.none() : Option.some(last.id)
          const gone = dryRun ? page : yield* remove(page, before)
          yield* betweenBatches
          return [Chunk.fromIterable(gone), next] as const
        }),
      )

    /**
     * Deletes those that are still unnamed. Without a record nobody would delete a file, so the record goes last: after a crash, the
     * cleanup of abandoned uploads deletes both.
     */
    const remove = (assets: ReadonlyArray<Asset>, before: Timestamp) =>
      Effect.gen(function* () {
        const discarded = yield* store.discard(
          assets.map(({ id }) => id),
          before,
        )
        const ids = new Set(discarded.map(({ id }) => id))
        yield* transaction.run(quota.recountOwners(discarded.flatMap(({ countedFor }) => countedFor ?? [])))
        yield* Effect.forEach(ids, (id) => blobs.remove(assetKey(id)), { discard: true })
        yield* store.forget([...ids])
        return assets.filter(({ id }) => ids.has(id))
      })

    return { collect, collectWhenDue }
  }),
  dependencies: [QuotaCounter.Default],
}) {}

const batch = 500
const dayMillis = 24 * 3600 * 1000

const later = (at: Timestamp, millis: number): Timestamp => fromMillis(toMillis(at) + millis)
