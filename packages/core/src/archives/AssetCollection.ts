import { Chunk, Effect, Option, Schema, Stream } from "effect"
import { AuditLog } from "../access/AuditLog.ts"
import { requireSiteAdmin } from "../access/actors.ts"
import { QuotaCounter } from "../access/QuotaCounter.ts"
import { makeAllDatasets } from "../accounts/makeAllDatasets.ts"
import { type AssetScan, AssetStore } from "../assets/AssetStore.ts"
import { formatAssetKey } from "../assets/assetKey.ts"
import { CurrentActor } from "../domain/Actor.ts"
import type { Asset } from "../domain/Asset.ts"
import { InvalidInput } from "../domain/errors.ts"
import type { AssetId, DatasetId } from "../domain/Ids.ts"
import { fromMillis, now, type Timestamp, toMillis } from "../domain/Timestamp.ts"
import { decodeInput } from "../domain/violations.ts"
import { betweenBatches } from "../jobs/betweenBatches.ts"
import { EngineSettings } from "../kernel/EngineSettings.ts"
import { traced } from "../kernel/traced.ts"
import { BlobStore } from "../storage/BlobStore.ts"
import { Transaction } from "../storage/Transaction.ts"
import { TransferRecords } from "../transfers/TransferRecords.ts"
import { makeAssetSearch } from "./makeAssetSearch.ts"

/** Settings of one run. */
export interface CollectionOptions {
  /** Assets that nothing names are kept for this time, in milliseconds. At least an hour. */
  readonly keepMillis: number
  /** Only finds what a collection would delete. */
  readonly dryRun: boolean
}

/** A requested collection. */
const CollectionRequest = Schema.Struct({
  /** Only finds what a collection would delete. */
  dryRun: Schema.optional(Schema.Boolean),
  /** Assets that nothing names are kept for this time. Defaults to the setting. */
  keepHours: Schema.optional(Schema.Int.pipe(Schema.between(1, 876_000))),
})
export interface CollectionRequest extends Schema.Schema.Encoded<typeof CollectionRequest> {}
const decodeRequest = decodeInput(CollectionRequest)

/** A line of a collection. */
export type CollectionLine =
  | { readonly _tag: "Progress"; readonly datasets: number; readonly total: number }
  | { readonly _tag: "Collected"; readonly asset: Asset }
  | {
      readonly _tag: "Summary"
      readonly dryRun: boolean
      readonly assets: number
      readonly bytes: number
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
    const references = yield* makeAssetSearch
    const datasets = yield* makeAllDatasets
    const quota = yield* QuotaCounter
    const audit = yield* AuditLog
    const transaction = yield* Transaction
    const { keepAssetsMillis } = yield* EngineSettings

    /** Scans everything and returns what is collected, in the order of the ids. Checks no permissions. */
    const collect = (options: CollectionOptions): Stream.Stream<Asset> =>
      Stream.filterMap(listLines(options), (line) =>
        line._tag === "Collected" ? Option.some(line.asset) : Option.none(),
      )

    /**
     * Scans everything on behalf of a site admin, and deletes what is collected, unless it is a dry run. Streams a line for each dataset
     * that was read, then one for each collected asset, and a summary last. An interrupted call deletes nothing, or some of it.
     */
    const run = traced("AssetCollection.run")(function* (request: CollectionRequest = {}) {
      yield* requireSiteAdmin
      const { dryRun = false, keepHours } = yield* decodeRequest(request)
      const keepMillis = keepHours === undefined ? keepAssetsMillis : keepHours * hourMillis
      if (keepMillis === null)
        return yield* InvalidInput.at("/keepHours", "is required, because the settings keep assets for ever")
      const actor = yield* CurrentActor
      if (!dryRun && actor._tag === "Person") {
        const details = { keep_hours: keepMillis / hourMillis }
        yield* audit.record({ action: "assets.collected", account: actor.username, details })
      }
      return listLines({ keepMillis, dryRun })
    })

    const listLines = ({ dryRun, keepMillis }: CollectionOptions): Stream.Stream<CollectionLine> =>
      Stream.unwrap(
        Effect.gen(function* () {
          const startedAt = yield* now
          yield* mark(startedAt)
          const all = yield* datasets.list
          let assets = 0
          let bytes = 0
          const read = Stream.mapEffect(Stream.fromIterable(all), ({ id }) => readOne(id)).pipe(
            Stream.zipWithIndex,
            Stream.map(
              ([, index]): CollectionLine => ({ _tag: "Progress", datasets: index + 1, total: all.length }),
            ),
          )
          const unnamedAssets = Stream.map(
            listUnnamed(addMillis(startedAt, -keepMillis), dryRun),
            (asset): CollectionLine => {
              assets += 1
              bytes += asset.sizeBytes ?? 0
              return { _tag: "Collected", asset }
            },
          )
          const summary = Stream.sync((): CollectionLine => ({ _tag: "Summary", dryRun, assets, bytes }))
          return Stream.concat(Stream.concat(read, unnamedAssets), summary)
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
      yield* Stream.runDrain(listUnnamed(addMillis(startedAt, -keepAssetsMillis), false))
      yield* store.saveScan({ startedAt, after: null })
    })

    const begin = (last: AssetScan | undefined, keepMillis: number) =>
      Effect.gen(function* () {
        const startedAt = yield* now
        const interval = Math.min(keepMillis / 4, dayMillis)
        if (last !== undefined && toMillis(startedAt) < toMillis(last.startedAt) + interval) return undefined
        yield* mark(startedAt)
        const [some] = yield* store.marked(addMillis(startedAt, 1), { after: null, limit: 1 })
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

    /** Reads the datasets after one, and calls `done` after each. */
    const read = (after: string, done: (dataset: DatasetId) => Effect.Effect<void>) =>
      Effect.gen(function* () {
        for (const { id } of yield* datasets.list) {
          if (id <= after) continue
          yield* readOne(id)
          yield* done(id)
        }
      })

    /**
     * Removes the marks of what a dataset names, and counts for it the files that count for no live dataset: those of before an upgrade,
     * and those of deleted datasets. A dry run counts them, too.
     */
    const readOne = (dataset: DatasetId) =>
      Effect.gen(function* () {
        const counted = yield* references.listNamedAssets(dataset).pipe(
          Stream.grouped(batch),
          Stream.mapEffect((ids) => store.count([...new Set(ids)].sort(), dataset)),
          Stream.runSum,
        )
        if (counted > 0) yield* transaction.run(quota.recountOwners([dataset]))
        yield* betweenBatches
      })

    /** The assets that were marked before; deletes them, unless it is a dry run. */
    const listUnnamed = (before: Timestamp, dryRun: boolean): Stream.Stream<Asset> =>
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
          { before },
        )
        const ids = new Set(discarded.map(({ id }) => id))
        const countedFor = discarded.flatMap((one) => one.countedFor ?? [])
        if (countedFor.length > 0) yield* transaction.run(quota.recountOwners(countedFor))
        yield* Effect.forEach(ids, (id) => blobs.remove(formatAssetKey(id)), { discard: true })
        yield* store.forget([...ids])
        return assets.filter(({ id }) => ids.has(id))
      })

    return { collect, run, collectWhenDue }
  }),
}) {
  static readonly dependencies = [AuditLog, QuotaCounter, TransferRecords] as const
}

const batch = 500
const hourMillis = 3600 * 1000
const dayMillis = 24 * hourMillis

const addMillis = (at: Timestamp, millis: number): Timestamp => fromMillis(toMillis(at) + millis)
